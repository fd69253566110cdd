// <form class="filterbar" data-live="#list" data-also="#chips,#tabs">: applies each change immediately with htmx, and updates the URL.
(() => {
  "use strict";

  let timer = 0;

  document.querySelectorAll("form.filterbar[data-live]").forEach((form) => {
    const all = {
      "hx-get": form.getAttribute("action"),
      "hx-trigger": "apply",
      "hx-target": form.dataset.live,
      "hx-select": form.dataset.live,
      "hx-select-oob": form.dataset.also,
      "hx-swap": "outerHTML show:none",
      "hx-push-url": "true",
    };
    Object.entries(all).forEach(([name, value]) => value && form.setAttribute(name, value));
    // Waits after a change of a date, because each typed digit can make another valid date.
    form.addEventListener("change", (event) => event.target.type === "search" || apply(form, event.target.type === "date" ? 700 : 0));
    form.addEventListener("input", (event) => event.target.type === "search" && apply(form, 300));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      apply(form, 0);
    });
  });

  function apply(form, wait) {
    clearTimeout(timer);
    timer = setTimeout(() => form.dispatchEvent(new Event("apply")), wait);
  }

  // Leaves empty fields out of the request.
  document.addEventListener("htmx:configRequest", (event) => {
    if (!event.target.matches("form.filterbar")) return;
    const asked = event.detail.parameters;
    [...asked.keys()].forEach((name) => {
      const values = asked.getAll(name).filter((value) => String(value).trim());
      asked.delete(name);
      values.forEach((value) => asked.append(name, value));
    });
  });

  // On a phone, opens the sheet of the fields if one of them has an error.
  document.querySelectorAll(".filter-sheet").forEach((sheet) => {
    if (innerWidth <= 640 && sheet.querySelector(".error")) sheet.showPopover();
  });
})();
