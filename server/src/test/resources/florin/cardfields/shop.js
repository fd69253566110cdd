// A merchant's page with card fields. It keeps what Florin tells it.
"use strict";
const query = new URLSearchParams(location.search);
const result = document.querySelector("output");
window.heard = [];

async function show(outcome) {
  result.textContent = "";
  try {
    result.textContent = JSON.stringify(await outcome());
  } catch ({ code, field, message }) {
    result.textContent = JSON.stringify({ code, field, message });
  }
}

if (window.Florin) {
  const florin = Florin(query.get("key"));
  window.card = florin.card("#card", JSON.parse(query.get("options") ?? "{}"));
  for (const type of ["ready", "change", "submit", "error"]) {
    card.on(type, (data) => heard.push(type + " " + JSON.stringify({ code: data?.code, message: data?.message, ...data })));
  }
  document.querySelector("#pay").addEventListener("click", () => show(() => card.tokenize()));
  document.querySelector("#act").addEventListener("click", () => show(() => florin.handleAction(window.payment)));
}
