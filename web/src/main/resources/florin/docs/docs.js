// Adds to the documentation: results while the reader types, the current heading, the last selected
// language, the reader's own test key in the examples, and copying. Every page works without script.
(() => {
  "use strict";
  const MOST_FOUND = 8;
  const PAUSE_MS = 120;
  const SOON_MS = 1600;

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const words = (element) => element.textContent.trim().replace(/\s+/g, " ");

  // --- search: the results as a list below the field ---
  const input = document.getElementById("find");
  const list = document.getElementById("found");
  let due;
  let asked = "";

  async function suggest() {
    const query = input.value.trim();
    if (query === asked) {
      list.hidden = list.childElementCount === 0;
      return;
    }
    asked = query;
    let found = [];
    if (query !== "") {
      const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      found = all(".results > li > a", page).slice(0, MOST_FOUND);
    }
    if (query === asked) {
      list.replaceChildren(...found.map(entry));
      list.hidden = found.length === 0;
    }
  }

  function entry(link) {
    const item = document.createElement("li");
    item.append(document.importNode(link, true));
    return item;
  }

  function step(event) {
    const links = all("a", list);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && !list.hidden) {
      event.preventDefault();
      const at = links.indexOf(document.activeElement) + by;
      (links[at] ?? input).focus();
    } else if (event.key === "Escape") {
      list.hidden = true;
      input.focus();
    }
  }

  input.form.addEventListener("keydown", step);
  input.form.addEventListener("focusout", (event) => {
    list.hidden = !input.form.contains(event.relatedTarget);
  });
  input.addEventListener("focus", suggest);
  input.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(suggest, PAUSE_MS);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });

  // --- the current heading ---
  const entries = new Map(all('.toc a[href^="#"]').map((link) => [link.getAttribute("href").slice(1), link]));
  const headed = all("main [id]").filter((heading) => entries.has(heading.id));
  let current;

  function follow() {
    const line = innerHeight / 4;
    const passed = headed.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headed[0];
    const link = passed && entries.get(passed.id);
    if (link && link !== current) {
      current?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
      current = link;
    }
  }

  addEventListener("scroll", follow, { passive: true });
  follow();
  document.querySelector('#menu [aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  scrollTo(scrollX, location.hash ? scrollY : 0);

  // On a phone, closing the contents returns to the place on the page.
  document.querySelector("#menu .close").addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });

  // --- the language of the examples ---
  const LANGUAGE = "florin.docs.language";
  const languages = all(".languages input");
  const chosen = languages.find((radio) => radio.value === localStorage.getItem(LANGUAGE));
  if (chosen) {
    chosen.checked = true;
  }
  languages.forEach((radio) => radio.addEventListener("change", () => localStorage.setItem(LANGUAGE, radio.value)));

  // --- the reader's own test key in the examples: it stays in this window, and no server receives it ---
  const PLACE = "sk_test_…";
  const KEPT = "florin.docs.test-key";
  const own = document.getElementById("own-key");

  function places(within) {
    const found = [];
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.data.includes(PLACE)) {
        found.push([walker.currentNode, walker.currentNode.data]);
      }
    }
    return found;
  }

  const examples = all("main pre").flatMap(places);
  const fill = (key) => examples.forEach(([text, before]) => (text.data = key ? before.replaceAll(PLACE, key) : before));
  fill(sessionStorage.getItem(KEPT));

  if (own) {
    const field = own.querySelector("input");
    field.value = sessionStorage.getItem(KEPT) ?? "";
    field.addEventListener("change", () => {
      const typed = field.value.trim();
      const isKey = /^sk_test_\w+$/.test(typed);
      field.setCustomValidity(typed === "" || isKey ? "" : "Enter a test key: it begins with sk_test_. Live keys are not accepted here.");
      field.reportValidity();
      if (isKey) {
        sessionStorage.setItem(KEPT, typed);
      } else {
        sessionStorage.removeItem(KEPT);
      }
      fill(sessionStorage.getItem(KEPT));
    });
    own.hidden = false;
  }

  // --- copying ---
  const copier = (label, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), SOON_MS);
    });
    return button;
  };
  all(".panel").forEach((panel) => {
    const head = panel.querySelector("p");
    head.append(copier(`Copy: ${words(head)}`, () => panel.querySelector("code").textContent));
  });
  all("main pre.code").forEach((block) => {
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    frame.append(block, copier("Copy the example", () => block.textContent));
  });
})();
