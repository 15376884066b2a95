import { wipe } from "../driver/store.js";

/** Whoever leaves by any page leaves no permit data on the phone; the wipe never holds up the exit. */
export default function signOut(form) {
  form.addEventListener("submit", () => {
    wipe().catch(() => undefined);
  });
}
