"""Segundo verificador do Confere: só a biblioteca padrão. Guia: LEIAME.md. Colunas: espelhos.txt.
Uso: python3 verificar.py EXPORTACAO.jsonl [--ancoras PASTA] [--chave ARQUIVO]
Saída: 0 íntegro · 2 elo · 3 âncora · 4 par · 6 número · 7 chave (de várias, a menor) · 1 pedido errado."""

# fmt: off
import hashlib
import hmac
import json
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

LINK = ("municipality_id", "chain", "seq", "prev_hash", "kind", "entity", "entity_id", "person_id", "account_id",
        "device_id", "occurred_at", "recorded_at", "body_commit")
ESPELHOS = [(tabela, chave.split(), tipo, [c.partition("=")[::2] for c in colunas.split()])
            for linha in Path(__file__).with_name("espelhos.txt").read_text(encoding="utf-8").splitlines()
            if linha[0] != "#" for tabela, chave, tipo, colunas in [linha.split("|")]]
TIPOS = {"body.erased", *(tipo for _, _, tipo, _ in ESPELHOS)}
faltas, linhas, eventos, fins, vistos, sem_corpo, itens = [], defaultdict(list), [], {}, {}, set(), {}

def falta(codigo, texto, campo="", esperado="", achado=""):
    faltas.append(codigo)
    print(f"[{codigo}] {texto}", f"· {campo}: esperado {esperado!s:.80}, encontrado {achado!s:.80}" if campo else "")

def sha(dados): return hashlib.sha256(dados).hexdigest()
def canonico(valor): return json.dumps(valor, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
def ler(texto):
    try:
        return json.loads(texto)
    except ValueError:
        return {}

def elo(e, guardado, chave):
    onde, (seq, antes) = f"{e['chain']}/{e['seq']}", fins.get(e["chain"], (0, "0" * 64))
    nfc = {c: unicodedata.normalize("NFC", e[c]) if isinstance(e[c], str) else e[c] for c in LINK}
    certos = {"seq": seq + 1, "prev_hash": antes, "hash": sha(b"cf-e1\0" + canonico(nfc))}
    sem_corpo.update([] if guardado else [onde])
    if guardado:
        certos["body_commit"] = sha(b"cf-b1\0" + bytes.fromhex(guardado["salt"]) + guardado["body"].encode())
    certos |= {"mac": hmac.new(chave, e["hash"].encode(), "sha256").hexdigest()} if chave else {}
    for campo, certo in certos.items():
        if e[campo] != certo:
            falta(7 if campo == "mac" else 2, f"evento {onde}: elo quebrado", campo, certo, e[campo])
    fins[e["chain"]], vistos[e["chain"], e["seq"]] = (e["seq"], e["hash"]), e["hash"]
    if e["kind"] in TIPOS:
        eventos.append((e, ler(guardado["body"]) if guardado else {}))

def valor(marca, coluna, evento, corpo, texto, linha):
    sinal, nome = marca[0], marca[1:]
    if sinal in "$%;^!°":  # do texto assinado; o que falta nele não tem valor
        for parte in nome.split("."):
            texto = texto and texto[parte]
        return {"$": lambda: texto, "%": lambda: texto or "", "!": lambda: texto or None,
                ";": lambda: "; ".join(texto), "°": lambda: texto and texto / 10**7,
                "^": lambda: "".join(filter(str.isalnum, texto)).upper()}[sinal]()
    if sinal == "#":  # um texto, pelo seu resumo
        return linha[coluna] if sha(linha[coluna].encode()) == corpo[nome] else f"resumo {corpo[nome]}"
    casos = {"@": lambda: evento[nome], "'": lambda: nome, "/": lambda: None, "+": lambda: " ".join(corpo[nome]),
             "?": lambda: corpo[nome].startswith("TREINO-"), "<": lambda: evento[nome].rpartition("-")[0],
             ">": lambda: int(evento[nome].rpartition("-")[2]), "~": lambda: canonico(corpo[nome]).decode(),
             "&": lambda: corpo[nome] or None}
    return casos[sinal]() if sinal in casos else corpo[marca]

def espelhos():
    textos = {linha["id"]: ler(linha["payload"]) for linha in linhas["notice"] + linhas["inspection"]}
    livres = {(t, *(linha[c] for c in chave)): linha for t, chave, _, _ in ESPELHOS for linha in linhas[t]}
    for e, corpo in eventos:
        for tabela, chave, tipo, colunas in ESPELHOS:
            if (tipo != e["kind"] or (tabela == "number_outcome" and corpo.get("series") == "")
                    or (tabela == "inspection_seal" and "inspection" not in corpo)):
                continue
            if tabela == "inspection_result":  # os primeiros eventos diziam menos
                corpo = {"source": "earlier", "visit_id": None, "training": True, "recorded_at": e["recorded_at"],
                         "inspector_person_id": e["person_id"], **corpo}
            codigo, nome = 6 if "number" in tabela else 4, f"{tabela} {e['entity_id']}"
            marcas, dado = {c.lstrip("@$"): m or c for c, m in colunas}, (e, corpo, textos.get(e["entity_id"]))
            try:
                lugar = [valor(marcas[c], c, *dado, {}) for c in chave]
                linha, nome = livres.pop((tabela, *lugar), None), f"{tabela} {'/'.join(map(str, lugar))}"
                if linha is None:
                    falta(codigo, f"{nome}: evento sem registro, ou segundo evento sobre ele")
                for c in marcas if linha else ():
                    if (certo := valor(marcas[c], c, *dado, linha)) != linha[c]:
                        falta(codigo, nome, c, certo, linha[c])
            except (KeyError, TypeError, ValueError, AttributeError) as erro:
                falta(codigo, f"{nome}: evento ou registro ilegível ({erro!r})")
        defeitos(e, corpo, textos.get(e["entity_id"]) or {})
    for tabela, *lugar in [*livres, *(("inspection_defect", *item) for item in itens)]:
        falta(6 if "number" in tabela else 4, f"{tabela} {'/'.join(map(str, lugar))}: registro sem evento")

def defeitos(e, corpo, texto):
    notas = {item["key"]: item["note"] for item in texto.get("items", ())}
    for dito in corpo.get("defects", ()):
        certo = {**dito, "inspection_id": e["entity_id"], "municipality_id": e["municipality_id"],
                 "note": notas.get(dito["key"]), "due_on": corpo["cure_by"]}
        if itens.pop((e["entity_id"], dito["key"]), None) != certo:
            falta(4, f"item {dito['key']} da vistoria {e['entity_id']}: ausente ou diferente")

def numeros_e_fotos():
    pedidas, quarentena = {}, {q["entry_id"] for q in linhas["quarantined"]}
    lugares = {(b["id"], b["series"], v) for b in linhas["number_block"] for v in range(b["first"], b["last"] + 1)}
    for o in (o for o in linhas["number_outcome"] if (o["block_id"], o["series"], o["value"]) not in lugares):
        falta(6, f"número {o['series']}-{o['value']:06d}: destino fora do bloco")
    dados = sorted([(v["report_series"], v["report_value"]) for v in linhas["inspection"]]
                   + [(c["series"], c["value"]) for c in linhas["case_file"]])
    for serie in linhas["report_series"] + linhas["case_series"]:
        if [v for s, v in dados if s == serie["series"]] != list(range(1, serie["next_value"])):
            falta(6, f"série {serie['series']}: faltam números, ou a série diz outro fim")
    for auto in linhas["notice"] + linhas["inspection"]:
        for posicao, foto in enumerate(ler(auto["payload"]).get("photos", ())):
            pedidas.setdefault((auto["id"], foto["sha256"]), {
                **foto, "position": posicao, "entry_id": auto["id"], "municipality_id": auto["municipality_id"],
                "declared_by": auto["account_id"], "declared_at": auto["received_at"]})
    for foto in linhas["attachment"]:  # o que está em quarentena não está na cadeia: nada há com que comparar
        if foto != pedidas.pop((foto["entry_id"], foto["sha256"]), None) and foto["entry_id"] not in quarentena:
            falta(4, f"foto {foto['sha256']} de {foto['entry_id']}: difere do que o documento declara")
    for entrada, resumo in pedidas:
        falta(4, f"foto {resumo} de {entrada}: declarada e sem registro")
    for resumo in (f["sha256"] for f in linhas["photo_file"] + linhas["paper_file"] if f["found"] != f["sha256"]):
        falta(4, f"arquivo {resumo}: ausente ou alterado")

def principal(exportacao, pedido):
    chave = bytes.fromhex(Path(pedido["--chave"]).read_text().strip()) if "--chave" in pedido else b""
    with Path(exportacao).open(encoding="utf-8") as arquivo:
        cidade = json.loads(next(arquivo))["municipality"]
        for item in map(json.loads, arquivo):
            elo(item["row"], item["body"], chave) if "body" in item else linhas[item["table"]].append(item["row"])
    sem_corpo.difference_update(e["entity_id"] for e, _ in eventos if e["kind"] == "body.erased")
    for nome in sorted(sem_corpo) + [f"{c['chain']}/{c['seq']}" for c in linhas["ledger_body"]]:
        falta(4, f"evento {nome}: corpo sem evento, ou evento sem corpo que nenhum outro diz eliminado")
    for cadeia in {*fins, *(guardados := {f["chain"]: (f["seq"], f["hash"]) for f in linhas["ledger_head"]})}:
        if guardados.get(cadeia) != fins.get(cadeia):
            falta(2, f"fim da cadeia {cadeia}", "seq e hash", guardados.get(cadeia), fins.get(cadeia))
    itens.update({(i["inspection_id"], i["key"]): i for i in linhas["inspection_defect"]})
    espelhos()
    numeros_e_fotos()
    pasta = Path(pedido["--ancoras"]).glob("*.json") if "--ancoras" in pedido else []
    ancoras = [a for a in (ler(f.read_text()) for f in pasta) if a.get("municipality", cidade)["id"] == cidade["id"]]
    for ancora in ancoras + [ler(a["document"]) for a in linhas["ledger_anchor"]]:
        for fim in ancora.get("heads", [{"chain": "?", "seq": -1, "hash": "âncora ilegível"}]):
            if fim["seq"] and vistos.get((fim["chain"], fim["seq"])) != fim["hash"]:
                falta(3, f"âncora {ancora.get('day')}: cadeia {fim['chain']} encurtada ou refeita até {fim['seq']}")
    print(f"{cidade['name']}: {len(vistos)} eventos, {len(linhas['notice']) + len(linhas['inspection'])} documentos, "
          f"{len(ancoras)} âncoras de fora, códigos {'' if chave else 'não '}conferidos. Faltas: {len(faltas)}.")
    return min(faltas, default=0)

certo = len(sys.argv) % 2 == 0 and {*sys.argv[2::2]} <= {"--ancoras", "--chave"}
sys.exit(principal(sys.argv[1], dict(zip(sys.argv[2::2], sys.argv[3::2], strict=True))) if certo else __doc__)
