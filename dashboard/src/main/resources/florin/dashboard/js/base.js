// The additions of script to the dashboard, which works without them too.
(() => {
  "use strict";

  document.documentElement.classList.add("scripted");

  // <button data-copy="#id">: copies the text of that element, and confirms it.
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
    setTimeout(() => (words.textContent = before), 1600);
  }

  // The language of examples stays chosen, also in the documentation.
  const LANGUAGE = "florin.docs.language";
  document.addEventListener("DOMContentLoaded", () => {
    const chosen = document.getElementById("in-" + localStorage.getItem(LANGUAGE));
    if (chosen?.matches(".languages input")) chosen.checked = true;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".languages input")) localStorage.setItem(LANGUAGE, event.target.value);
  });

  // <template id="kept" data-action="/dashboard/…">: the fields of a form that was sent after the session ended. They fill it in again.
  document.addEventListener("DOMContentLoaded", () => {
    const kept = document.getElementById("kept");
    const action = (button) => new URL(button.formAction ?? button.action, location).pathname;
    const form = kept && [...document.querySelectorAll("main form[method=post]")].find((one) => action(one) === kept.dataset.action);
    if (!form) return;
    const values = new Map();
    kept.content.querySelectorAll("input").forEach((one) => values.set(one.name, [...(values.get(one.name) ?? []), one.getAttribute("value")]));
    [...form.elements].filter((field) => field.name && !["hidden", "password", "file", "submit"].includes(field.type)).forEach((field) => {
      const own = values.get(field.name) ?? [];
      if (["checkbox", "radio"].includes(field.type)) field.checked = own.includes(field.value);
      else if (own.length) field.value = own.shift();
    });
    form.closest("dialog")?.dispatchEvent(new Event("show-dialog", { bubbles: true }));
  });

  // An amount, a currency or a name that is filled in is selected, so that typing replaces it.
  const PREFILLED = "form[method=post] input:is([name=amount], [name=currency], [name=name])";
  let focused = null;

  function isPrefilled(field) {
    return field?.matches?.(PREFILLED) && field.value !== "" && field.value === field.defaultValue;
  }

  document.addEventListener("focusin", (event) => {
    focused = isPrefilled(event.target) ? event.target : null;
    focused?.select();
  });
  // A press of the mouse puts the cursor into the field after it has the focus.
  document.addEventListener("click", (event) => {
    const field = event.target;
    if (field === focused && field.selectionStart === field.selectionEnd) field.select();
    focused = null;
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (isPrefilled(document.activeElement)) document.activeElement.select();
  });

  // <details class="long">: a text that fits into its three lines needs no button.
  function fit(root) {
    root.querySelectorAll("details.long:not(.whole, [open])").forEach((details) => {
      const text = details.querySelector("span");
      if (!text.offsetHeight || text.scrollHeight > text.clientHeight) return;
      details.classList.add("whole");
      details.querySelector("summary").tabIndex = -1;
    });
  }

  document.addEventListener("DOMContentLoaded", () => fit(document));
  document.addEventListener("drawer-opened", () => fit(document));

  // <form data-confirm="Revoke this key?">, or its button: asks for a confirmation, which repeats the label of the button.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (!question || form.dataset.sure) return;
    event.preventDefault();
    ask(question, event.submitter.textContent.trim(), () => {
      form.dataset.sure = "yes";
      form.requestSubmit(event.submitter);
      delete form.dataset.sure;
    });
  });

  function ask(words, button, then) {
    const dialog = document.createElement("dialog");
    dialog.className = "modal question";
    dialog.ariaLabel = button;
    dialog.append(element("div", "body", element("p", "", words)));
    const no = element("button", "", "Cancel");
    const yes = element("button", "danger", button);
    no.addEventListener("click", () => dialog.close());
    yes.addEventListener("click", () => {
      dialog.close();
      then();
    });
    dialog.append(element("footer", "", no, yes));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  function element(name, style, ...content) {
    const made = document.createElement(name);
    if (style) made.className = style;
    if (name === "button") made.type = "button";
    made.append(...content);
    return made;
  }

  // Sends a form once, even if the user presses its button several times.
  document.addEventListener("submit", (event) => {
    // A download leaves the page as it is.
    if (event.defaultPrevented || event.target.method !== "post" || event.submitter?.hasAttribute("data-again")) return;
    const buttons = event.target.querySelectorAll("button");
    setTimeout(() => buttons.forEach((button) => (button.disabled = true)));
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[method=post] button:disabled").forEach((b) => (b.disabled = false));
  });

  // Closes menus and chips after Escape or a click outside of them.
  const open = () => document.querySelectorAll("details:is(.menu, .chip)[open]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog:modal")) return;
    open().forEach((details) => {
      details.open = false;
      details.querySelector("summary").focus();
    });
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("dialog")) return;
    open().forEach((details) => {
      if (!details.contains(event.target)) details.open = false;
    });
  });
  // The result of an action stays until the user closes it.
  document.addEventListener("click", (event) => {
    if (event.target.closest(".toast button")) event.target.closest(".toast").remove();
  });
})();

// A file that is dragged over its field marks the field, which takes it natively.
(() => {
  "use strict";
  for (const type of ["dragenter", "dragleave", "drop"]) {
    document.addEventListener(type, (event) => {
      if (event.target.matches?.("input[type=file]")) event.target.classList.toggle("over", type === "dragenter");
    });
  }
})();
