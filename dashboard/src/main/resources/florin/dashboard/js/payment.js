// Shows the typed amount on the button of a dialog, and the remaining amount below the field.
(() => {
  "use strict";

  const AMOUNT = /^[0-9]{1,12}(?:\.[0-9]{1,3}|,[0-9]{1,2})?$/;

  // Returns "$1,234.50" for 123450 smallest units.
  function written(form, minor) {
    const decimals = Number(form.dataset.decimals);
    const number = (minor / 10 ** decimals).toLocaleString("en-US", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    return form.dataset.pattern.replace("{}", () => number);
  }

  function minor(form, typed) {
    return AMOUNT.test(typed) ? Math.round(Number(typed.replace(",", ".")) * 10 ** Number(form.dataset.decimals)) : null;
  }

  function show(form) {
    const amount = minor(form, form.elements.amount.value.trim());
    const left = form.querySelector("[data-left]");
    const whole = Number(left.dataset.whole);
    form.querySelectorAll(".presets").forEach((presets) => (presets.hidden = false));
    const fits = amount !== null && amount > 0 && amount <= whole;
    form.querySelector("[data-amount]").textContent = fits ? written(form, amount) : "";
    // From the limit of the role on, the refund is requested instead of made.
    const request = form.querySelector("[data-limit]");
    if (request) {
      request.hidden = amount === null || amount < Number(request.dataset.limit);
      request.querySelector("button").disabled = request.hidden; // or Enter would press it
      form.querySelector("button.primary").hidden = !request.hidden;
    }
    // Shows no remaining amount if nothing remains.
    left.textContent = fits && amount < whole
      ? left.dataset.left.replace("{}", () => written(form, whole - amount))
      : amount > whole
        ? left.dataset.over.replace("{}", () => written(form, whole))
        : "";
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-money]");
    if (form && event.target.name === "amount") show(form);
  });

  // <button data-part="2">: fills in that part of the whole amount, rounded down to the smallest unit.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("form[data-money] [data-part]");
    if (!button) return;
    const form = button.closest("form");
    const decimals = Number(form.dataset.decimals);
    const whole = Number(form.querySelector("[data-left]").dataset.whole);
    const part = Math.max(1, Math.floor(whole / Number(button.dataset.part)));
    form.elements.amount.value = (part / 10 ** decimals).toFixed(decimals);
    show(form);
    form.elements.amount.focus();
  });

  const all = (root) => root.querySelectorAll("form[data-money]").forEach(show);
  document.addEventListener("DOMContentLoaded", () => all(document));
  // A page that opens in the drawer adds dialogs of its own.
  new MutationObserver((changes) =>
    changes.forEach((change) => change.addedNodes.forEach((node) => node.nodeType === 1 && all(node))),
  ).observe(document.documentElement, { childList: true, subtree: true });
})();
