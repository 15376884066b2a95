/**
 * The words of the page. They stand in its templates, never in a script:
 * `<p data-t="age.today">lista de {time}</p>`.
 */

/**
 * `t(key, values)` over the texts of templates; an unknown key shows itself and is reported.
 * @param {...ParentNode} roots
 * @returns {(key: string, values?: Record<string, string | number>) => string}
 */
export function makeTexts(...roots) {
  const texts = new Map();
  for (const element of roots.flatMap((root) => [...root.querySelectorAll("[data-t]")])) {
    texts.set(element.dataset.t, element.textContent.trim());
  }
  return (key, values = {}) => {
    if (!texts.has(key)) {
      console.error(`no text: ${key}`);
      return key;
    }
    return fill(texts.get(key), values);
  };
}

/** `t` over every `<template data-texts>` of the page. */
export function pageTexts() {
  return makeTexts(...Array.from(document.querySelectorAll("template[data-texts]"), ({ content }) => content));
}

/** A template with `{name}` replaced; a name without value leaves nothing. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
