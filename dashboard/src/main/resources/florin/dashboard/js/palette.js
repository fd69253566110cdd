// The palette: a search with the keyboard over objects, pages and actions. Without script, its link leads to the search page.
(() => {
  "use strict";

  const RECENT = "recent:";
  const MOST_RECENT = 8;
  const palette = () => document.getElementById("palette");

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-palette]");
    if (!opener || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });

  function open() {
    const dialog = palette();
    if (!dialog) return;
    dialog.dispatchEvent(new Event("show-dialog", { bubbles: true }));
    const input = dialog.querySelector("input");
    input.value = "";
    input.focus();
    dialog.querySelector(".found").replaceChildren();
    dialog.querySelector("[role=status]").textContent = "";
    find("");
  }

  // The objects that this window has opened. They stay in the window's storage, and the server doesn't know them.
  const OBJECT = /^\/dashboard\/(?:[a-z-]+\/)+[a-z]+_[0-9a-z]+$/;
  const place = () =>
    RECENT + (document.body.classList.contains("in-live") ? "live:" : "test:") + (document.querySelector(".side .brand")?.textContent.trim() ?? "");

  function recent() {
    try {
      return JSON.parse(sessionStorage.getItem(place())) ?? [];
    } catch {
      return [];
    }
  }

  function remember(path, page) {
    if (!OBJECT.test(path) || !page.getElementById("detail")) return;
    const one = {
      path,
      what: page.title.replace(/ · Florin$/, ""),
      about: page.querySelector("#detail .lead, main .lead")?.textContent.replace(/\s+/g, " ").trim().slice(0, 120) ?? "",
    };
    const all = [one, ...recent().filter((other) => other.path !== path)];
    sessionStorage.setItem(place(), JSON.stringify(all.slice(0, MOST_RECENT)));
  }

  document.addEventListener("DOMContentLoaded", () => {
    // The next user of this window doesn't see them.
    if (!document.querySelector(".side")) {
      Object.keys(sessionStorage).filter((key) => key.startsWith(RECENT)).forEach((key) => sessionStorage.removeItem(key));
    }
    remember(location.pathname, document);
  });
  document.addEventListener("drawer-filled", (event) => remember(event.detail.path, event.detail.page));

  // The actions on the object that is open: the links and buttons of its head.
  function actions() {
    const scope = document.querySelector("dialog.drawer[open] .held") ?? document.querySelector("main");
    const found = [...(scope?.querySelectorAll("header.page .actions > a.button") ?? [])].map((link) => {
      const words = link.textContent.trim().replace(/…$/, "");
      return { words: ["Capture", "Refund"].includes(words) ? words + " this payment" : words, run: () => link.click() };
    });
    const id = scope?.querySelector(".copy code[id$='-id']");
    if (id) found.push({ words: "Copy ID", about: id.textContent, run: () => navigator.clipboard.writeText(id.textContent) });
    return found;
  }

  function element(name, style, text) {
    const made = document.createElement(name);
    if (style) made.className = style;
    if (text) made.textContent = text;
    return made;
  }

  function group(title, rows) {
    const list = element("ul");
    rows.forEach((row) => {
      const link = element("a");
      link.href = row.path ?? "#";
      const what = element("span", "what", row.words);
      if (row.about) what.append(" ", element("span", "quiet", row.about));
      link.append(what);
      if (row.run) {
        link.addEventListener("click", (event) => {
          event.preventDefault();
          palette().close();
          row.run();
        });
      }
      const line = element("li");
      line.append(link);
      list.append(line);
    });
    return rows.length ? [element("h2", "", title), list] : [];
  }

  let asked = 0;
  let timer = 0;
  let shown = null; // The text of the shown results. The results of a text stay until those of the next one come.
  let waits = false; // Enter was pressed before the results came: opens the first of them then.

  async function find(text) {
    const number = ++asked;
    const dialog = palette();
    const path = dialog.querySelector("form").getAttribute("action") + "?q=" + encodeURIComponent(text);
    let html = "";
    try {
      const response = await fetch(path, { headers: { "HX-Request": "true" } });
      html = response.ok ? await response.text() : "";
    } catch {
      // Without a connection, the actions and the recent objects remain.
    }
    if (number !== asked) return;
    const box = element("div");
    box.innerHTML = html;
    const results = box.querySelector(".results") ?? element("div", "results");
    const own = group(
      "On this page",
      actions().filter((row) => row.words.toLowerCase().includes(text.toLowerCase())),
    );
    const before = text ? [] : group("Recent", recent().map((one) => ({ path: one.path, words: one.what, about: one.about })));
    results.prepend(...(text ? [] : own), ...before);
    if (text) results.append(...own);
    show(results);
    shown = text;
    if (waits) options()[0]?.click();
    waits = false;
  }

  // The results that come after the palette was closed open nothing.
  document.addEventListener(
    "close",
    (event) => {
      if (event.target.id !== "palette") return;
      clearTimeout(timer);
      asked++;
      waits = false;
    },
    true,
  );

  const options = () => [...palette().querySelectorAll("[role=option]")];

  function show(results) {
    const dialog = palette();
    const found = dialog.querySelector(".found");
    results.querySelectorAll("h2").forEach((title, index) => {
      title.id = "found-group-" + index;
      title.setAttribute("role", "presentation");
    });
    results.querySelectorAll("ul").forEach((list) => {
      list.setAttribute("role", "group");
      list.setAttribute("aria-labelledby", list.previousElementSibling.id);
    });
    results.querySelectorAll("li").forEach((line) => line.setAttribute("role", "presentation"));
    const links = results.querySelectorAll("a");
    links.forEach((link, index) => {
      link.id = "found-" + index;
      link.setAttribute("role", "option");
      link.tabIndex = -1;
    });
    const nothing = results.querySelector(".nothing");
    if (nothing && links.length) nothing.remove();
    found.replaceChildren(...results.children);
    found.querySelector(".nothing")?.setAttribute("role", "presentation");
    dialog.querySelector("[role=status]").textContent = links.length === 1 ? "1 result" : links.length + " results";
    dialog.querySelector("input").setAttribute("aria-expanded", String(links.length > 0));
    mark(options()[0]);
  }

  function mark(option) {
    options().forEach((other) => {
      other.classList.toggle("at", other === option);
      other.setAttribute("aria-selected", String(other === option));
    });
    const input = palette().querySelector("input");
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("input", (event) => {
    if (!event.target.closest("dialog.palette")) return;
    clearTimeout(timer);
    waits = false;
    asked++;
    timer = setTimeout(() => find(event.target.value.trim()), 120);
  });
  document.addEventListener("keydown", (event) => {
    const dialog = event.target.closest?.("dialog.palette");
    if (!dialog || !["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") {
      dialog.close();
      return;
    }
    const all = options();
    const at = all.findIndex((option) => option.classList.contains("at"));
    if (event.key === "Enter") {
      waits = shown !== dialog.querySelector("input").value.trim();
      if (!waits) all[at]?.click();
      return;
    }
    mark(all[Math.max(0, Math.min(all.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)))]);
  });

  // The keys of every page: / and Ctrl-K search, ? shows the keys, and g with a letter opens a page.
  const PLACES = {
    h: "/dashboard",
    p: "/dashboard/payments",
    c: "/dashboard/customers",
    r: "/dashboard/payments/refunds",
    w: "/dashboard/webhooks",
  };
  const GO_MS = 1000;
  let went = 0;

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "k") {
      event.preventDefault();
      open();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (document.querySelector("dialog:modal:not(.drawer)")) return;
    // The time of the key itself: a busy page hands over its events late.
    if (went && event.timeStamp - went < GO_MS && event.key in PLACES) {
      const link = document.querySelector(`.side nav a[href="${PLACES[event.key]}"]`);
      if (link) location.assign(link.href);
      went = 0;
      return;
    }
    went = event.key === "g" ? event.timeStamp : 0;
    if (event.key === "/") {
      event.preventDefault();
      open();
    } else if (event.key === "?") {
      document.getElementById("dialog-keys")?.dispatchEvent(new Event("show-dialog", { bubbles: true }));
    }
  });
})();
