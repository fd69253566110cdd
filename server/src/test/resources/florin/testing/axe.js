// The serious faults of this page, as texts.
async (coloursOnly) => {
  const options = { resultTypes: ["violations"] };
  if (coloursOnly) {
    options.runOnly = ["color-contrast"];
  }
  const { violations } = await axe.run(document, options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")} ${html} ${failureSummary}`));
}
