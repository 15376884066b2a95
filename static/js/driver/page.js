/** Small tools on the page: named parts, one visible of several, copies of a template. */

/** The element of a name inside `root`. @param {ParentNode} root */
export function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Write a text into a named part; touches the page only when it changes. */
export function write(root, name, text) {
  const element = part(root, name);
  if (element.textContent !== text) element.textContent = text;
}

/** Of all elements with `data-<kind>`, show those of one value ("" shows none). */
export function showOnly(root, kind, value) {
  for (const element of root.querySelectorAll(`[data-${kind}]`)) {
    element.hidden = element.getAttribute(`data-${kind}`) !== value;
  }
}

/** Show or hide the notice of a name. */
export function notice(root, name, shown) {
  root.querySelector(`[data-notice="${name}"]`).hidden = !shown;
}

/** A copy of the page's template of a name. @returns {HTMLElement} */
export function copyOf(root, name) {
  const template = root.querySelector(`template[data-template="${name}"]`);
  return template.content.firstElementChild.cloneNode(true);
}
