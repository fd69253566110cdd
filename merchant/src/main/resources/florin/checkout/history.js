"use strict";
{
  // The browser's history keeps the page with the address of its session, not of its link.
  const form = document.querySelector("form");
  form.addEventListener("submit", () => history.replaceState(null, "", form.action));
}
