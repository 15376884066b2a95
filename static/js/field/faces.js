/** Drivers' thumbnails: fetched once with signal, kept for the street, wiped with the list. */

import { result, transact } from "../outbox/database.js";
import { ask } from "./net.js";

/** Put a driver's picture, or the initials until there is one, into an element. */
export async function drawFace(element, driver) {
  element.textContent = driver.initials;
  if (!driver.photo) return;
  try {
    const bytes = (await stored(driver.photo)) ?? (await fetched(driver.photo));
    if (bytes) show(element, bytes);
  } catch (error) {
    console.warn("no picture", error); // initials stay
  }
}

function stored(id) {
  return transact(["photos"], "readonly", (photos) => result(photos.get(id)));
}

async function fetched(id) {
  const answer = await ask(`/campo/foto/${encodeURIComponent(id)}`, { binary: true });
  if (answer.kind !== "ok" || !answer.body.byteLength) return null;
  await transact(["photos"], "readwrite", (photos) => result(photos.put(answer.body, id)));
  return answer.body;
}

function show(element, bytes) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
  image.alt = "";
  image.onload = () => {
    URL.revokeObjectURL(address);
    element.replaceChildren(image);
  };
  image.onerror = () => URL.revokeObjectURL(address);
  image.src = address;
}
