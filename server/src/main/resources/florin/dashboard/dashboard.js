// What the dashboard does with script; without it everything works as well.
(() => {
  "use strict";

  // <button data-copy="#id">: copies the text of that element, and says so.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = document.querySelector(button.dataset.copy);
    if (!source) return;
    try {
      await navigator.clipboard.writeText((source.value ?? source.textContent).trim());
      say(button, "Copied");
    } catch {
      getSelection().selectAllChildren(source);
      say(button, "Press Ctrl+C");
    }
  });

  function say(button, text) {
    const words = button.querySelector("[data-words]") ?? button;
    const before = words.textContent;
    words.textContent = text;
    button.classList.add("said");
    setTimeout(() => {
      words.textContent = before;
      button.classList.remove("said");
    }, 1600);
  }

  // <form data-confirm="Revoke this key?">: asks first.
  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });

  // A form is sent once, however often its button is pressed.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    const buttons = event.target.querySelectorAll("button");
    setTimeout(() => buttons.forEach((button) => (button.disabled = true)));
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[method=post] button:disabled").forEach((b) => (b.disabled = false));
  });

  // An open menu closes by Escape and by a click elsewhere.
  const menus = () => document.querySelectorAll("details.menu[open], td > details.dialog[open]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menus().forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });
  document.addEventListener("click", (event) => {
    menus().forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });
})();
