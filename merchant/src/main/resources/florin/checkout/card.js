const form = document.querySelector("form[data-card]");
const words = form.dataset;

/** Removes the message above the form once no field has an error. */
function onMark(input, error) {
  const alert = document.getElementById("alert");
  if (!error && alert?.textContent === words.check && !form.querySelector("[aria-invalid='true']")) {
    alert.remove();
  }
}

const { inputs, mark, check, clear } = cardFields(form, onMark);
const [number] = inputs;

/** Marks what is wrong before the form is sent; returns whether it is right. */
function isRight() {
  const wrong = check();
  if (wrong.length) {
    tell(words.check);
    wrong[0].focus();
  }
  return !wrong.length;
}

/** Shows a message above the form, in place of the last one. */
function tell(text) {
  document.querySelector(".alert")?.remove();
  if (!text) {
    return null;
  }
  const alert = document.createElement("p");
  alert.className = "alert";
  alert.id = "alert";
  alert.setAttribute("role", "alert");
  alert.tabIndex = -1;
  alert.textContent = text;
  form.before(alert);
  alert.scrollIntoView({ block: "nearest" });
  return alert;
}

/** Takes over the errors of the form that the server returned, and keeps what was typed. */
function showErrors(page) {
  const returned = page.querySelector("form[data-card]");
  form.elements.try.value = returned.elements.try.value;
  for (const { id } of returned.querySelectorAll("input[aria-invalid]")) {
    mark(document.getElementById(id), page.getElementById(id + "-error")?.textContent ?? "");
  }
  const alert = tell(page.querySelector(".alert")?.textContent);
  const next = document.getElementById(returned.querySelector("[autofocus]")?.id);
  const wrong = form.querySelector("[aria-invalid='true']");
  next?.setAttribute("aria-describedby", "alert");
  (wrong ?? next ?? alert ?? number).focus();
  // Another card or code replaces the rejected one.
  next?.select();
  if (next === number) {
    alert?.append(" ", anotherCard());
  }
}

/** Returns a button that empties the fields of the declined card. */
function anotherCard() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = words.another;
  button.addEventListener("click", () => {
    clear();
    tell("");
    number.focus();
  });
  return button;
}

/** Shows the response: in this page, or as a page of its own. */
function show(response, text) {
  // The policy of this page also applies to the parsed one, and would reject its style.
  const html = text.replace(/<(style|script)>[^]*?<\/\1>/g, "");
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = response.headers.get("Refresh")?.replace("0; url=", "");
  const told = page.querySelector(".told");
  if (page.querySelector("form[data-card]")) {
    showErrors(page);
  } else if (next || response.redirected || !told) {
    location.assign(next ?? response.url);
  } else {
    tell(told.textContent).focus();
  }
}

/** Searches a number whose hash with the challenge begins with enough zero bits, at most 16. */
async function prove(challenge, bits) {
  const encoder = new TextEncoder();
  for (let number = 0; ; number++) {
    const text = challenge + "." + number;
    const hash = new DataView(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
    if (hash.getUint16(0) >> (16 - bits) === 0) {
      return text;
    }
  }
}

const first = document.getElementById("by-first");

/** Disables the fields that the chosen method doesn't show. */
function choose() {
  for (const input of form.querySelectorAll(".first input")) {
    input.disabled = !first.checked;
  }
}

if (first) {
  form.addEventListener("change", choose);
  choose();
}

form.addEventListener("submit", async (event) => {
  // The browser keeps the page with the address of its session, also after an error.
  history.replaceState(null, "", form.action);
  if (event.submitter?.name === "method") {
    return;
  }
  event.preventDefault();
  if (first && !first.checked) {
    // The browser ignores a form that is sent while its event is handled.
    setTimeout(() => form.requestSubmit(form.elements.method));
    return;
  }
  if (form.hasAttribute("aria-busy") || !isRight()) {
    return;
  }
  form.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    const headers = { Accept: "text/html" };
    let response = await fetch(form.action, { method: "POST", headers, body });
    const asked = response.headers.get("Florin-Proof");
    if (asked && crypto.subtle) {
      body.set("proof", await prove(...asked.split(";")));
      response = await fetch(form.action, { method: "POST", headers, body });
    }
    show(response, await response.text());
  } catch {
    // The number of the try makes a form that arrives twice one payment.
    form.submit();
  } finally {
    form.removeAttribute("aria-busy");
  }
});

// A browser may show the page as it was left, although its session has been paid since.
addEventListener("pageshow", (event) => event.persisted && location.reload());
