// Dialogs, the drawer and the palette.
(() => {
  "use strict";

  // <a data-dialog="refund"> opens <dialog id="dialog-refund">; its address opens it without script.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const dialog = document.getElementById("dialog-" + opener.dataset.dialog);
    if (!dialog) return;
    event.preventDefault();
    show(dialog);
  });

  function show(dialog) {
    document.querySelectorAll("dialog:modal:not(.drawer)").forEach((other) => other.close());
    if (dialog.open) dialog.close();
    dialog.showModal();
    // Why it was refused comes first, then the field that is wrong, then the first field.
    const first =
      dialog.querySelector(":scope > .flash") ??
      dialog.querySelector(".wrong :is(input, select, textarea)") ??
      dialog.querySelector(".body :is(input:not([type=hidden]), select, textarea), [autofocus]");
    first?.focus();
    first?.select?.();
  }

  // One that the server has opened, because the address asks for it or something in it was wrong, becomes a modal one.
  const opened = () => {
    // It says itself why it was refused.
    if (document.querySelector("dialog.modal[open] > .flash")) document.querySelector("main > .toast")?.remove();
    document.querySelectorAll("dialog.modal[open]").forEach(show);
  };
  document.addEventListener("DOMContentLoaded", opened);

  // A click outside closes, and so does what says so.
  document.addEventListener("click", (event) => {
    const dialog = event.target.closest("dialog");
    if (!dialog) return;
    if (event.target.closest("[data-close]")) {
      event.preventDefault();
      dialog.close();
      return;
    }
    if (event.target !== dialog || !dialog.matches(":modal")) return;
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) dialog.close();
  });

  // Rows that lead somewhere: into the drawer, or to their page.
  const drawer = () => document.getElementById("drawer");

  document.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-href]");
    if (!row || event.target.closest("button, input, label, summary, select")) return;
    const link = event.target.closest("a");
    // By the keyboard a link leads to its page, as everywhere.
    if (link && event.detail === 0) return;
    if (link && link.getAttribute("href") !== row.dataset.href) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (!link) window.open(row.dataset.href);
      return;
    }
    if (!link && String(getSelection())) return;
    event.preventDefault();
    go(row);
  });
  document.addEventListener("auxclick", (event) => {
    const row = event.button === 1 && !event.target.closest("a") && event.target.closest("tr[data-href]");
    if (row) window.open(row.dataset.href);
  });

  function go(row) {
    mark(row);
    if ("drawer" in row.dataset && drawer() && innerWidth > 640) fill(row.dataset.href);
    else location.assign(row.dataset.href);
  }

  async function fill(path) {
    const answer = await fetch(path, { headers: { "X-Requested-With": "drawer" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const detail = page.getElementById("detail");
    if (!detail || answer.redirected) {
      location.assign(path);
      return;
    }
    // What unfolds by an address belongs to the page itself.
    const whole = path.replace(/\?.*/, "");
    detail.querySelectorAll("[data-dialog]").forEach((opener) => {
      delete opener.dataset.dialog;
      opener.href = whole + opener.getAttribute("href").replace(/^[^?]*/, "");
    });
    detail.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
    const title = page.querySelector("h1");
    drawer().querySelector("h2").textContent = title ? title.textContent.trim() : "";
    drawer().querySelector("[data-whole]").href = path;
    // Its tabs stay in the drawer.
    detail.querySelectorAll("nav.tabs a").forEach((tab) => {
      tab.dataset.held = "";
    });
    drawer().querySelector(".held").replaceChildren(detail);
    if (!drawer().open) drawer().showModal();
    drawer().scrollTop = 0;
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("a[data-held]");
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill(tab.getAttribute("href"));
  });

  // j and k walk through the rows, Enter opens, / and Ctrl-K search.
  function rows() {
    return [...document.querySelectorAll("main tr[data-href]")];
  }

  function mark(row) {
    rows().forEach((other) => other.classList.toggle("at", other === row));
  }

  function step(by) {
    const all = rows();
    const at = all.findIndex((row) => row.classList.contains("at"));
    const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + by))];
    if (!next) return;
    mark(next);
    next.scrollIntoView({ block: "nearest" });
    if (drawer()?.open) fill(next.dataset.href);
  }

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "k") {
      event.preventDefault();
      palette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    if (document.querySelector("dialog:modal:not(.drawer)")) return;
    if (event.key === "/") {
      event.preventDefault();
      palette();
    } else if (event.key === "j" || event.key === "k") {
      step(event.key === "j" ? 1 : -1);
    } else if (event.key === "Enter" && event.target === document.body) {
      const row = rows().find((one) => one.classList.contains("at"));
      if (row) go(row);
    }
  });

  // The palette: what is found is a fragment of the page of the search.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-palette]");
    if (!opener || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    palette();
  });

  function palette() {
    const dialog = document.getElementById("palette");
    if (!dialog) return;
    show(dialog);
    const input = dialog.querySelector("input");
    input.value = "";
    input.focus();
    find(dialog, "");
  }

  let asked = 0;
  let timer = 0;
  let waits = false; // Whoever presses Enter before the answer is there goes to the first of that answer.

  async function find(dialog, text) {
    const number = ++asked;
    dialog.querySelector(".found").replaceChildren();
    const path = dialog.querySelector("form").getAttribute("action") + "?q=" + encodeURIComponent(text);
    const answer = await fetch(path, { headers: { "HX-Request": "true" } });
    const found = await answer.text();
    if (number !== asked || !answer.ok) return;
    dialog.querySelector(".found").innerHTML = found;
    const first = dialog.querySelector(".found a");
    first?.classList.add("at");
    if (waits) first?.click();
    waits = false;
  }

  document.addEventListener("input", (event) => {
    const dialog = event.target.closest("dialog.palette");
    if (!dialog) return;
    clearTimeout(timer);
    waits = false;
    asked++;
    dialog.querySelector(".found").replaceChildren();
    timer = setTimeout(() => find(dialog, event.target.value.trim()), 120);
  });
  document.addEventListener("keydown", (event) => {
    const dialog = event.target.closest?.("dialog.palette");
    if (!dialog || !["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return;
    const links = [...dialog.querySelectorAll(".found a")];
    const at = links.findIndex((link) => link.classList.contains("at"));
    if (event.key === "Enter") {
      event.preventDefault();
      waits = at < 0;
      links[at]?.click();
      return;
    }
    event.preventDefault();
    const next = Math.max(0, Math.min(links.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)));
    links.forEach((link, index) => link.classList.toggle("at", index === next));
    links[next]?.scrollIntoView({ block: "nearest" });
  });
})();
