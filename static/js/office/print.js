// A button that opens the browser's own printing.
export default function print(button) {
  button.addEventListener("click", () => window.print());
}
