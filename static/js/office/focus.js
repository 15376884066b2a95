/** Move the focus to an error summary, so that it is read first. */
export default function focus(element) {
  element.focus();
}
