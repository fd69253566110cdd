// Dialogs and the drawer.
(() => {
  "use strict";

  // <a data-dialog="refund"> opens <dialog id="dialog-refund">. Without script, the URL of the link opens it.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const dialog = document.getElementById("dialog-" + opener.dataset.dialog);
    if (!dialog) return;
    event.preventDefault();
    show(dialog);
  });

  // Other scripts open a dialog with this event.
  document.addEventListener("show-dialog", (event) => show(event.target));

  function show(dialog) {
    document.querySelectorAll("dialog:modal:not(.drawer)").forEach((other) => other.close());
    if (dialog.open) dialog.close();
    dialog.showModal();
    // The focus goes to the error, otherwise to the first wrong field, otherwise to the first field, and in a dialog
    // without fields to its button, unless that deletes something.
    const first =
      dialog.querySelector(":scope > .flash") ??
      dialog.querySelector(".wrong :is(input, select, textarea)") ??
      dialog.querySelector(".body :is(input:not([type=hidden]), select, textarea), [autofocus]") ??
      dialog.querySelector("footer .primary") ??
      dialog.querySelector("footer [data-close]");
    first?.focus();
    first?.select?.();
  }

  // Makes a dialog modal that the server has opened, because the URL names it or a field is wrong.
  const opened = () => {
    // The dialog shows the error itself.
    if (document.querySelector("dialog.modal[open] > .flash")) document.querySelector("main > .toast")?.remove();
    document.querySelectorAll("dialog.modal[open]").forEach(show);
  };
  document.addEventListener("DOMContentLoaded", opened);

  // A click outside of a dialog, or on its close button, closes it.
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

  // A click on a row opens its page, in the drawer if there is one.
  const drawer = () => document.getElementById("drawer");

  document.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-href]");
    if (!row || event.target.closest("button, input, label, summary, select")) return;
    const link = event.target.closest("a");
    // With the keyboard, a link opens its page as usual.
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

  // The drawer has an address: ?peek=pay_… names the object that it shows. Back closes the drawer, and its link can be sent.
  const PEEK = "peek";
  const key = (path) => path.replace(/\?.*/, "").split("/").pop();

  function plain() {
    const url = new URL(location);
    url.searchParams.delete(PEEK);
    return url.pathname + url.search;
  }

  let list = plain();
  const relist = () => (list = plain());
  document.addEventListener("htmx:pushedIntoHistory", relist);
  document.addEventListener("htmx:historyRestore", relist);

  // Returns the path of the object in the address. It may no longer be on this page of the list.
  function peeked() {
    const id = new URL(location).searchParams.get(PEEK);
    const all = rows().filter((row) => "drawer" in row.dataset);
    if (!id || !/^[a-z]+_[0-9a-z]+$/.test(id) || !all.length) return null;
    const row = all.find((one) => key(one.dataset.href) === id);
    if (row) mark(row);
    return row ? row.dataset.href : all[0].dataset.href.replace(/\?.*/, "").replace(/[^/]*$/, id);
  }

  function point(path) {
    if (!rows().some((row) => key(row.dataset.href) === key(path))) return;
    const url = new URL(location);
    const isNew = !url.searchParams.has(PEEK);
    url.searchParams.set(PEEK, key(path));
    if (isNew) history.pushState({ peek: true }, "", url);
    else history.replaceState(history.state, "", url);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const path = peeked();
    if (!path) return;
    if (innerWidth > 640) fill(path);
    else location.replace(path);
  });

  // Handles the history of the drawer before htmx, which would load the list again.
  window.addEventListener("popstate", (event) => {
    if (plain() !== list) return;
    event.stopImmediatePropagation();
    const path = peeked();
    if (path) fill(path);
    else if (drawer()?.open) drawer().close();
  });

  document.addEventListener(
    "close",
    (event) => {
      if (event.target.id !== "drawer" || !new URL(location).searchParams.has(PEEK)) return;
      if (history.state?.peek) history.back();
      else history.replaceState(history.state, "", plain());
    },
    true,
  );

  let fills = 0;

  async function fill(path) {
    const number = ++fills;
    const answer = await fetch(path, { headers: { "X-Requested-With": "drawer" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A later row, or a dialog that a key has opened since, takes its place.
    if (number !== fills || document.querySelector("dialog:modal:not(.drawer)")) return;
    const detail = page.getElementById("detail");
    if (!detail || answer.redirected) {
      location.assign(path);
      return;
    }
    // Parts that a URL unfolds work only on the page itself.
    const whole = path.replace(/\?.*/, "");
    detail.querySelectorAll("[data-dialog]").forEach((opener) => {
      delete opener.dataset.dialog;
      opener.href = whole + opener.getAttribute("href").replace(/^[^?]*/, "");
    });
    detail.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
    const title = page.querySelector("h1");
    drawer().querySelector("h2").textContent = title ? title.textContent.trim() : "";
    drawer().querySelector("[data-whole]").href = path;
    // The tabs of the page open in the drawer.
    detail.querySelectorAll("nav.tabs a").forEach((tab) => {
      tab.dataset.held = "";
    });
    document.dispatchEvent(new CustomEvent("drawer-filled", { detail: { path: whole, page } }));
    drawer().querySelector(".held").replaceChildren(detail);
    point(path);
    if (!drawer().open) drawer().showModal();
    document.dispatchEvent(new Event("drawer-opened"));
    drawer().scrollTop = 0;
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("a[data-held]");
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill(tab.getAttribute("href"));
  });

  // j and k move through the rows, and Enter opens a row.
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
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (document.querySelector("dialog:modal:not(.drawer)")) return;
    if (event.key === "j" || event.key === "k") {
      step(event.key === "j" ? 1 : -1);
    } else if (event.key === "Enter" && event.target === document.body) {
      const row = rows().find((one) => one.classList.contains("at"));
      if (row) go(row);
    }
  });
})();
