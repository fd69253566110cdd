// Makes the docs quicker: a search over headings and fields, which entry of the contents is being read, the reader's own key in
// the examples, copying. Without it the browser's own search finds the same.
(() => {
  "use strict";
  const MOST_FOUND = 40;
  const SOON_MS = 1600;

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const words = (element) => element.textContent.trim().replace(/\s+/g, " ");

  // --- search ---
  const input = document.getElementById("find");
  const list = document.getElementById("found");
  let index;
  let shown = [];
  let at = -1;

  // What can be found: the text that is shown, where it stands, and the text that is compared.
  function headings() {
    return all("main h2[id], main h3[id]").map((heading) => {
      const call = heading.parentElement.querySelector(".call");
      return { title: words(heading), where: call ? words(call) : "", rank: 0, element: heading };
    });
  }

  function fields() {
    return all("main .fields > li").map((field) => {
      const path = [];
      for (let item = field; item; item = item.parentElement.closest(".fields > li")) {
        path.unshift(words(item.querySelector(".name code")));
      }
      const owner = field.closest("article").querySelector("h3");
      return { title: path.join("."), where: words(owner), rank: 1, element: field };
    });
  }

  function codes() {
    return all("main td code[id]").map((code) => ({ title: words(code), where: "Error code", rank: 0, element: code }));
  }

  function find(text) {
    index ??= [...headings(), ...codes(), ...fields()].map((entry) => ({
      ...entry,
      name: entry.title.toLowerCase(),
      text: `${entry.title} ${entry.where}`.toLowerCase(),
    }));
    const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (asked.length === 0) {
      return [];
    }
    const whole = asked.join(" ");
    const distance = (entry) =>
      entry.name === whole ? 0 : entry.name.startsWith(whole) ? 1 : entry.name.endsWith(`.${whole}`) ? 2 : entry.name.includes(whole) ? 3 : 4;
    return index
      .filter((entry) => asked.every((word) => entry.text.includes(word)))
      .map((entry) => ({ entry, order: distance(entry) * 2 + entry.rank }))
      .sort((one, other) => one.order - other.order)
      .slice(0, MOST_FOUND)
      .map(({ entry }) => entry);
  }

  function show() {
    shown = find(input.value);
    at = shown.length > 0 ? 0 : -1;
    list.replaceChildren(...shown.map(option));
    if (shown.length === 0 && input.value.trim() !== "") {
      const nothing = document.createElement("li");
      nothing.className = "nothing";
      nothing.setAttribute("role", "option");
      nothing.setAttribute("aria-disabled", "true");
      nothing.textContent = "Nothing found";
      list.append(nothing);
    }
    list.hidden = list.childElementCount === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark();
  }

  function option(entry, position) {
    const item = document.createElement("li");
    item.id = `found-${position}`;
    item.setAttribute("role", "option");
    item.append(entry.title);
    const where = document.createElement("span");
    where.textContent = entry.where;
    item.append(where);
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      go(entry);
    });
    return item;
  }

  function mark() {
    all("li[id]", list).forEach((item, position) => {
      item.setAttribute("aria-selected", String(position === at));
      if (position === at) {
        item.scrollIntoView({ block: "nearest" });
      }
    });
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", `found-${at}`);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function go(entry) {
    close();
    input.blur();
    reveal(entry.element);
    if (entry.element.id) {
      history.pushState(null, "", `#${entry.element.id}`);
    }
    entry.element.scrollIntoView({ block: "start" });
    entry.element.tabIndex = -1;
    entry.element.focus({ preventScroll: true });
  }

  function reveal(element) {
    for (let box = element.closest("details"); box; box = box.parentElement.closest("details")) {
      box.open = true;
    }
  }

  if (input) {
    input.parentElement.hidden = false;
    input.addEventListener("input", show);
    input.addEventListener("focus", show);
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps && shown.length > 0) {
        event.preventDefault();
        at = (at + steps[event.key] + shown.length) % shown.length;
        mark();
      } else if (event.key === "Enter" && shown[at]) {
        go(shown[at]);
      } else if (event.key === "Escape") {
        input.value = "";
        input.blur();
      }
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.focus();
        input.select();
      }
    });
  }

  // --- which entry of the contents is being read ---
  const entries = new Map(all('#menu a[href^="#"]').map((link) => [link.getAttribute("href").slice(1), link]));
  const headed = all("main h2[id], main h3[id]").filter((heading) => entries.has(heading.id));
  let current;

  function follow() {
    const line = innerHeight / 4;
    const passed = headed.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headed[0];
    const link = passed && entries.get(passed.id);
    if (!link || link === current) {
      return;
    }
    const box = link.closest("details");
    all("#menu details[data-by-script]").forEach((other) => {
      if (other !== box) {
        other.open = false;
        delete other.dataset.byScript;
      }
    });
    if (box && !box.open) {
      box.open = true;
      box.dataset.byScript = "";
    }
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    current = link;
    const menu = document.getElementById("menu");
    const { top, bottom } = link.getBoundingClientRect();
    const frame = menu.getBoundingClientRect();
    if (top < frame.top + 40 || bottom > frame.bottom - 40) {
      menu.scrollTop += top - frame.top - frame.height / 2;
    }
  }

  let due = false;
  addEventListener(
    "scroll",
    () => {
      if (!due) {
        due = true;
        requestAnimationFrame(() => {
          due = false;
          follow();
        });
      }
    },
    { passive: true },
  );
  follow();

  // On a phone the contents are closed without leaving one's place.
  document.querySelector("#menu .close").addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });

  // --- the reader's own test key in the examples: no server sees it, and with the window it is gone ---
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

  if (own) {
    const field = own.querySelector("input");
    const examples = all("main pre").flatMap(places);
    const fill = () => {
      const typed = field.value.trim();
      const isKey = /^sk_test_\w+$/.test(typed);
      field.setCustomValidity(typed === "" || isKey ? "" : "A test key begins with sk_test_. Examples never take a live one.");
      field.reportValidity();
      examples.forEach(([text, before]) => (text.data = isKey ? before.replaceAll(PLACE, typed) : before));
      if (isKey) {
        sessionStorage.setItem(KEPT, typed);
      } else {
        sessionStorage.removeItem(KEPT);
      }
    };
    field.value = sessionStorage.getItem(KEPT) ?? "";
    if (field.value !== "") {
      fill();
    }
    field.addEventListener("change", fill);
    own.hidden = false;
  }

  // --- copying ---
  all(".panel").forEach((panel) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy: ${words(panel.querySelector("p"))}`);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(panel.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), SOON_MS);
    });
    panel.querySelector("p").append(button);
  });
})();
