// Returns an error in how the focused element is displayed, with the element, or an empty string without an error.
() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return "";
  const words = element.outerHTML.slice(0, 160);
  const style = getComputedStyle(element);
  // The skip link focuses the content, which is a target of navigation and not a control.
  const isPlace = element.id === "main";
  if (!isPlace && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2)) return `no ring: ${words}`;
  const box = element.getBoundingClientRect();
  const left = Math.max(0, box.left);
  const right = Math.min(innerWidth, box.right);
  const top = Math.max(0, box.top);
  const bottom = Math.min(innerHeight, box.bottom);
  if (right - left < 4 || bottom - top < 4) return `out of sight: ${words}`;
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (seen === null || !(element.contains(seen) || seen.contains(element))) return `covered: ${words}`;
  return "";
}
