// Lists: the address that a link back leads to, and the notification of new rows.
(() => {
  "use strict";

  // <a class="back" href="/dashboard/payments">: leads to the list as this window left it, with its filters and its page.
  const KEPT = "list:";

  function keep() {
    if (!document.querySelector("#list, .pager, main tr[data-href]")) return;
    const asked = new URLSearchParams(location.search);
    asked.delete("peek");
    sessionStorage.setItem(KEPT + location.pathname, String(asked));
  }

  function lead() {
    document.querySelectorAll("a.back").forEach((back) => {
      if (!back.search) back.search = sessionStorage.getItem(KEPT + back.pathname) ?? "";
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    lead();
    keep();
  });
  document.addEventListener("htmx:pushedIntoHistory", keep);
  window.addEventListener("pagehide", keep);
})();

// <p data-news="new_payment" data-one="new payment" data-many="new payments">: counts the rows that are newer than the list, and loads them.
(() => {
  "use strict";

  const MOST = 100;
  let source = null;
  let types = "";
  let last = "";
  let count = 0;

  const box = () => document.querySelector("[data-news]");

  // A hidden window keeps no connection. When it is visible again, it continues at the same event.
  function follow() {
    const found = box();
    if (!found || document.hidden) {
      close();
      return;
    }
    if (source && types === found.dataset.news) return;
    close();
    if (types !== found.dataset.news) last = "";
    types = found.dataset.news;
    source = new EventSource(
      "/dashboard/stream?types=" + encodeURIComponent(types) + (last ? "&after=" + encodeURIComponent(last) : ""),
    );
    source.addEventListener("here", (event) => {
      last = event.lastEventId;
      found.dataset.following = "";
    });
    source.addEventListener("news", (event) => {
      last = event.lastEventId;
      count = Math.min(count + 1, MOST);
      show();
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  function show() {
    const found = box();
    if (!found) return;
    found.hidden = count === 0;
    const number = count < MOST ? String(count) : MOST - 1 + "+";
    found.querySelector("button").textContent = number + " " + (count === 1 ? found.dataset.one : found.dataset.many);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-news] button")) return;
    const form = document.querySelector("form.filterbar[data-live]");
    if (form) form.dispatchEvent(new Event("apply"));
    else location.reload();
  });

  // A new list has all rows.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "list") return;
    count = 0;
    follow();
  });
  document.addEventListener("visibilitychange", follow);
  document.addEventListener("DOMContentLoaded", follow);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", follow);
})();

// The rows that are selected with their checkboxes, and with the key x.
(() => {
  "use strict";

  const boxes = () => [...document.querySelectorAll("#list tbody .tick input")];

  function count() {
    const bar = document.getElementById("selected");
    if (!bar) return;
    const all = boxes();
    const chosen = all.filter((box) => box.checked).length;
    bar.classList.toggle("any", chosen > 0);
    const said = bar.querySelector("[data-count]");
    const isTooMany = chosen > Number(said.dataset.most);
    said.textContent = chosen + " selected" + (isTooMany ? ", at most " + said.dataset.most : "");
    bar.querySelectorAll("[formaction]").forEach((button) => (button.disabled = isTooMany));
    const head = document.querySelector("#list [data-all]");
    head.checked = chosen > 0 && chosen === all.length;
    head.indeterminate = chosen > 0 && chosen < all.length;
  }

  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#list .tick")) return;
    if ("all" in event.target.dataset) boxes().forEach((box) => (box.checked = event.target.checked));
    count();
  });
  document.addEventListener("reset", (event) => event.target.id === "selected" && setTimeout(count));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=checkbox]), textarea, select") || document.querySelector("dialog:modal")) return;
    const box = document.querySelector("#list tr.at .tick input");
    if (!box) return;
    box.checked = !box.checked;
    count();
  });
  document.addEventListener("htmx:afterSwap", count);
  window.addEventListener("pageshow", count);
})();
