// Runs in every page before the page itself does. A promise that the page breaks is told on the console, where the test hears it.
(() => {
  "use strict";
  const MOST_BYTES = 200 * 1024;

  const complain = (what) => console.error(`${location.pathname}: ${what}`);

  // Pages for payers have one style sheet and one script within them, which their policy lets in by hash: what it
  // does not let in is an error on the console.
  function lookForWhatIsInline() {
    // The preview is a page for payers.
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

  // What a row is and its amount may end in dots, but not be dots alone.
  function lookForWhatHasNoRoom() {
    document.querySelectorAll("[data-cell='main'], td.amount").forEach((cell) => {
      if (cell.offsetParent && cell.clientWidth + 1 < Math.min(cell.scrollWidth, 64)) {
        complain(`${cell.clientWidth} px are too few for: ${cell.textContent.trim()}`);
      }
    });
  }

  // What a cold cache would have to load: the sizes are those of the answers, wherever they came from.
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
