// Fills a description list with names and values.

export function list(target, rows) {
  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  target.replaceChildren(...rows.flatMap(([dt, dd]) => [element('dt', dt), element('dd', dd)]));
}
