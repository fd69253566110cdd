// The serious faults of this page, as texts.
async ({ coloursOnly, everyElement }) => {
  const COLOURS = "color-contrast";
  // On the API reference, with its 12,000 elements, contrast took 40 seconds: nine tenths of the time of all rules.
  const HUGE = 5000;

  // Elements with text of their own, one of each path of names, attributes and classes: the style sheet colors by these.
  const looks = () => {
    const found = new Map();
    const name = (element) =>
      [element.localName, ...element.getAttributeNames(), element.getAttribute("class")].join(" ");
    for (const element of document.body.querySelectorAll("*")) {
      if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) {
        const path = [];
        for (let above = element; above; above = above.parentElement) {
          path.push(name(above));
        }
        if (!found.has(path.join(">"))) {
          found.set(path.join(">"), element);
        }
      }
    }
    return [...found.values()];
  };

  const run = async (where, options) => (await axe.run(where, { resultTypes: ["violations"], ...options })).violations;
  const violations = [];
  if (!everyElement && document.querySelectorAll("*").length > HUGE) {
    violations.push(...(await run({ include: looks() }, { runOnly: [COLOURS] })));
    violations.push(...(coloursOnly ? [] : await run(document, { rules: { [COLOURS]: { enabled: false } } })));
  } else {
    violations.push(...(await run(document, coloursOnly ? { runOnly: [COLOURS] } : {})));
  }
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")} ${html} ${failureSummary}`));
}
