// Charts show the values at the pointer, or at the position of the arrow keys. Without script, their
// titles have the values.
(() => {
  "use strict";

  const places = (plot) => [...plot.querySelectorAll(".points rect")];

  // Removes the title, which the browser would show in addition.
  function words(place) {
    const title = place.querySelector("title");
    if (title) {
      place.dataset.words = title.textContent;
      title.remove();
    }
    return place.dataset.words.split(" · ");
  }

  function show(plot, place) {
    const tip = plot.querySelector(".tip");
    tip.replaceChildren(
      ...words(place).map((text) => {
        const line = document.createElement("span");
        line.textContent = text;
        return line;
      }),
    );
    const middle = parseFloat(place.getAttribute("x")) + parseFloat(place.getAttribute("width")) / 2;
    tip.dataset.at = String(Math.min(7, Math.floor(middle / 12.5)));
    tip.hidden = false;
    places(plot).forEach((other) => other.classList.toggle("at", other === place));
  }

  function hide(plot) {
    plot.querySelector(".tip").hidden = true;
    places(plot).forEach((place) => place.classList.remove("at"));
  }

  document.addEventListener("pointerover", (event) => {
    const place = event.target.closest?.(".points rect");
    if (place) show(place.closest(".plot"), place);
  });
  document.addEventListener("pointerout", (event) => {
    const plot = event.target.closest?.(".plot");
    if (plot && !plot.contains(event.relatedTarget)) hide(plot);
  });
  document.addEventListener("focusout", (event) => {
    const plot = event.target.closest?.(".plot");
    if (plot) hide(plot);
  });

  document.addEventListener("keydown", (event) => {
    const plot = event.target;
    if (!plot.matches?.(".plot")) return;
    const all = places(plot);
    const now = all.findIndex((place) => place.classList.contains("at"));
    const next = {
      ArrowLeft: now < 0 ? all.length - 1 : Math.max(0, now - 1),
      ArrowRight: Math.min(all.length - 1, now + 1),
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(plot, all[next]);
  });

  // A choice in a list applies immediately.
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
  });

  const begin = () =>
    document.querySelectorAll(".plot").forEach((plot) => {
      plot.tabIndex = 0;
    });
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", begin);
})();
