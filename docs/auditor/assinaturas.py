"""Confere as assinaturas dos telefones numa exportação: ECDSA P-256 escrita por extenso.

    python3 assinaturas.py EXPORTACAO.jsonl

Só a biblioteca padrão, nenhum código do Confere. As chaves vêm dos eventos da cadeia: confira a
cadeia antes com verificar.py. Saída: 0 todas conferem; 7 alguma não confere; 1 pedido errado.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

# A curva P-256 (FIPS 186-4, D.1.2.3): y² = x³ − 3x + B sobre P, gerador G de ordem N.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Ponto = tuple[int, int]
# O que o telefone assina começa assim, para que a assinatura de um documento não sirva a outro.
CONTEXTOS = {"notice": b"cf-n1\0", "inspection": b"cf-v1\0"}


def soma(a: Ponto | None, b: Ponto | None) -> Ponto | None:
    """Soma de dois pontos; None é o ponto no infinito."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    topo, base = (3 * a[0] ** 2 - 3, 2 * a[1]) if a == b else (b[1] - a[1], b[0] - a[0])
    m = topo * pow(base, -1, P) % P
    x = (m * m - a[0] - b[0]) % P
    return x, (m * (a[0] - x) - a[1]) % P


def vezes(k: int, ponto: Ponto) -> Ponto | None:
    """O ponto somado k vezes."""
    total: Ponto | None = None
    for bit in f"{k:b}":
        total = soma(soma(total, total), ponto if bit == "1" else None)
    return total


def assinou(spki: bytes, mensagem: bytes, assinatura: str) -> bool:
    """Se a chave (DER) assinou a mensagem; assinatura r‖s em 128 dígitos hexadecimais."""
    x, y = int.from_bytes(spki[-64:-32], "big"), int.from_bytes(spki[-32:], "big")
    if len(assinatura) != 128 or (y * y - x**3 + 3 * x - B) % P:
        return False
    r, s = int(assinatura[:64], 16), int(assinatura[64:], 16)
    if not (0 < r < N and 0 < s < N):
        return False
    w, resumo = pow(s, -1, N), int.from_bytes(hashlib.sha256(mensagem).digest(), "big")
    ponto = soma(vezes(resumo * w % N, G), vezes(r * w % N, (x, y)))
    return ponto is not None and ponto[0] % N == r


def principal(exportacao: str) -> int:
    """Confere cada documento da exportação."""
    chaves, erradas, total = {}, 0, 0
    with Path(exportacao).open(encoding="utf-8") as arquivo:
        for item in map(json.loads, arquivo):
            row, table = item.get("row"), item.get("table")
            if table == "ledger_event" and row["kind"] == "device.key_registered":
                corpo = json.loads(item["body"]["body"])
                lugar = (row["account_id"], corpo["device"], row["entity_id"])
                chaves[lugar] = base64.b64decode(corpo["spki"])
            if table not in CONTEXTOS:
                continue
            total += 1
            spki = chaves.get((row["account_id"], row["device_id"], row["key_id"]))
            texto = CONTEXTOS[table] + row["payload"].encode()
            if spki is None or not assinou(spki, texto, row["signature"]):
                erradas += 1
                print(f"[7] documento {row['id']}: a assinatura do aparelho não confere")
    print(f"{total} assinaturas, {erradas} que não conferem.")
    return 7 if erradas else 0


if __name__ == "__main__":
    sys.exit(principal(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
