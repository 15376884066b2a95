/**
 * How it ends: signed, refused, absent or evaded, each with its sentence and its effect; the
 * signature; and whether the driver takes a copy along. Finishing is the only way to a number.
 */

import { one, say } from "../field/dom.js";
import { drawRadios } from "./choices.js";
import { createSignaturePad } from "./signature_pad.js";

const COPIES = ["printed", "shared", "shown", "none"];
const GONE = ["absent", "evaded"];
const SIGNERS = ["driver", "other"];

/** @param {object} parts {root, sheet, t, clock, redraw} */
export function createEndingStep({ root, sheet, t, clock, redraw }) {
  const at = (name) => one(root, `[data-${name}]`);
  const group = (name) => one(root, `[data-choices="${name}"]`);
  let pad = null;

  function draw() {
    const { ending, copy } = sheet.record();
    const endings = sheet.catalogue().endings
      .map(({ kind, name, sentence }) => ({ value: kind, label: name, more: kind === ending?.kind ? sentence : "" }));
    drawRadios(group("ending.kind"), endings, ending?.kind ?? "", choose);
    drawRadios(group("ending.signer"), SIGNERS.map((value) => ({ value, label: t(`signer.${value}`) })), ending?.signer ?? "", (signer) => {
      sheet.put("ending.signer", signer);
      drawParts();
    });
    const copies = COPIES.map((value) => ({ value, label: t(`handed.${value}`), more: value === "shown" ? t("handed.shown.more") : "" }));
    drawRadios(group("copy.how"), copies, copy.how, (how) => {
      sheet.put("copy", { delivered: how !== "none", how, why: how === "none" ? sheet.record().copy.why : "" });
      drawParts();
    });
    drawParts();
  }

  /** The words of another ending do not belong to this one; a signature does not either. */
  function choose(kind) {
    const gone = GONE.includes(kind);
    const copy = { delivered: false, how: gone ? "none" : "", why: gone ? nameOf(kind) : "" };
    sheet.putAll({
      ending: {
        kind, at: new Date(clock.now()).toISOString(), signer: kind === "signed" ? "driver" : "",
        signer_name: "", note: "", signature: null,
      },
      copy,
    });
    draw();
    redraw();
    group("ending.kind").querySelector(":checked").focus({ preventScroll: true });
    (at("signature").hidden ? at("ending-note") : at("signature")).scrollIntoView({ block: "center" });
  }

  function nameOf(kind) {
    return sheet.catalogue().endings.find((ending) => ending.kind === kind)?.name ?? "";
  }

  function drawParts() {
    const { ending, copy } = sheet.record();
    const law = sheet.catalogue().endings.find(({ kind }) => kind === ending?.kind);
    at("signature").hidden = !law?.needsSignature;
    at("signer-name").hidden = ending?.signer !== "other";
    at("ending-note").hidden = !law || law.needsSignature;
    say(at("ending-effect"), law && (law.effects[sheet.record().kind] || law.effect));
    at("copy").hidden = !law;
    at("copy-why").hidden = !law || copy.how !== "none";
    drawPad(Boolean(law?.needsSignature));
  }

  function drawPad(shown) {
    if (!shown) return leave();
    pad ??= createSignaturePad({
      root: at("pad"), t, refusal: nameOf("refused"), value: sheet.record().ending.signature,
      onChange(signature) {
        sheet.putAll({ "ending.signature": signature, "ending.at": new Date(clock.now()).toISOString() });
      },
    });
    return undefined;
  }

  function leave() {
    pad?.close();
    pad = null;
  }

  return { draw, leave };
}
