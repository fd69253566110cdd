// Runs in every page before the page's own code. If the page breaks a rule, this script logs an error, which fails the test.
(() => {
  "use strict";
  const MOST_BYTES = 200 * 1024;

  const complain = (what) => console.error(`${location.pathname}: ${what}`);

  // Pages for payers contain one style sheet and one script, which their policy allows by hash. The browser logs an
  // error for any other.
  function lookForWhatIsInline() {
    // The preview contains a page for payers.
    const isDashboard = /^\/dashboard(?!\/checkout-preview$)/.test(location.pathname);
    const inline = isDashboard ? "style, script:not([src])" : ":not(main) > script:not([src])";
    document.querySelectorAll(inline).forEach((element) => complain(`inline: ${element.outerHTML.slice(0, 120)}`));
    document.querySelectorAll("*").forEach((element) => {
      for (const { name } of element.attributes) {
        if (name === "style" || name.startsWith("on")) {
          complain(`attribute ${name}: ${element.outerHTML.slice(0, 120)}`);
        }
      }
    });
  }

  function lookAtTheWidth() {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      complain(`the page is ${scrollWidth} px wide, and its window ${clientWidth}`);
    }
  }

  // The title and the amount of a row may be truncated with dots, but must not be only dots.
  function lookForWhatHasNoRoom() {
    document.querySelectorAll("[data-cell='main'], td.amount").forEach((cell) => {
      if (cell.offsetParent && cell.clientWidth + 1 < Math.min(cell.scrollWidth, 64)) {
        complain(`${cell.clientWidth} px are too few for: ${cell.textContent.trim()}`);
      }
    });
  }

  // The bytes that a browser with an empty cache would load. The sizes are those of the responses, cached or not.
  function addUpTheBytes() {
    const parts = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const bytes = parts.reduce((sum, part) => sum + part.encodedBodySize, 0);
    if (bytes > MOST_BYTES || bytes === 0) {
      complain(`${bytes} bytes were transferred`);
    }
  }

  function look() {
    lookForWhatIsInline();
    lookAtTheWidth();
    lookForWhatHasNoRoom();
  }

  addEventListener("load", () => {
    look();
    addUpTheBytes();
  });
  document.addEventListener("toggle", look, true);
  document.addEventListener("htmx:afterSettle", look);
})();
