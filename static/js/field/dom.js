/** Small hands for the page's own elements. Text goes in as text, never as markup. */

/** The one element of `root` that a selector names; a missing one is a mistake in the template. */
export function one(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`not in the page: ${selector}`);
  return found;
}

/** Write a text and show the element, or hide it when there is nothing to say. */
export function say(element, text) {
  element.textContent = text ?? "";
  element.hidden = !text;
}

/** The first element of a copied `<template>`. */
export function copy(selector) {
  return document.importNode(one(document, `template${selector}`).content, true).firstElementChild;
}

/** Put a drawn icon of the page into an element. */
export function drawIcon(element, name) {
  element.replaceChildren(one(document, `[data-icons] [data-icon="${name}"]`).firstElementChild.cloneNode(true));
}

/** A tap on a screen that has just come: the second of a double one was meant for the screen before. */
export function onSingleTap(element, act) {
  element.addEventListener("click", (event) => event.detail > 1 || act());
}

/** A button of a bar. @param {boolean} primary */
export function actionButton(text, primary, onTap) {
  const button = copy("[data-action]");
  button.textContent = text;
  button.classList.toggle("primary", primary);
  button.addEventListener("click", onTap);
  return button;
}
