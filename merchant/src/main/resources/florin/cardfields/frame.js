/** The longest pause between two tries, in seconds. */
const PATIENCE = 5;
const TRIES = 4;

/** The properties that a merchant may set: the variable of the style sheet, and the form of its value. */
const COLOR = [/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, "a color such as #1a56c4"];
const STYLES = {
  color: ["--text", ...COLOR],
  placeholder: ["--quiet", ...COLOR],
  background: ["--surface", ...COLOR],
  border: ["--field", ...COLOR],
  error: ["--bad", ...COLOR],
  radius: ["--radius", /^([0-9]|1[0-9]|2[0-4])px$/, "0px to 24px"],
  fontSize: ["--size", /^(1[4-9]|2[0-4])px$/, "14px to 24px"],
  fontFamily: ["--family", /^(system|sans|serif|mono)$/, "system, sans, serif or mono"],
};

const form = document.querySelector("form[data-key]");
const words = { ...document.body.dataset, ...form?.dataset };
let port;
let said = "";

const tell = (message) => port?.postMessage(message);
const fields = form && cardFields(form, changed);

/** The name of the field with each error of the API. */
const FIELDS = {
  incorrect_number: "number",
  invalid_cvc: "cvc",
  expired_card: "expiry",
  invalid_expiry_month: "expiry",
  invalid_expiry_year: "expiry",
};

/** Tells the parent what has changed, without a digit of the card. */
function changed() {
  if (!port) {
    return;
  }
  const { inputs, brandOf, digitsOf, fault } = fields;
  const wrong = inputs.find((input) => input.getAttribute("aria-invalid") === "true");
  const state = {
    type: "change",
    complete: !inputs.some(fault),
    empty: !inputs.some((input) => input.value),
    brand: brandOf(digitsOf(inputs[0].value))?.id ?? null,
    error: wrong
      ? { field: wrong.id, message: document.getElementById(wrong.id + "-error")?.textContent ?? "" }
      : null,
  };
  const text = JSON.stringify(state);
  if (text !== said) {
    said = text;
    tell(state);
  }
}

function applyStyle(style) {
  for (const [name, value] of Object.entries(style ?? {})) {
    const [variable, format, wanted] = Object.hasOwn(STYLES, name) ? STYLES[name] : [];
    if (!variable || !format.test(value)) {
      const allowed = wanted ? `must be ${wanted}.` : `doesn't exist. Use ${Object.keys(STYLES).join(", ")}.`;
      tell({ type: "error", code: "style_invalid", message: `style.${name} ${allowed}` });
    } else if (name === "fontFamily") {
      document.documentElement.dataset.family = value;
    } else {
      document.documentElement.style.setProperty(variable, value);
    }
  }
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Sends the card; repeats the request with the same key while the outcome is unknown. */
async function send(body) {
  const key = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
  for (let n = 1; ; n++) {
    let wait = n;
    try {
      const response = await fetch("../v2/payment_methods", {
        method: "POST",
        headers: {
          Authorization: "Bearer " + form.dataset.key,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body,
      });
      wait = Number(response.headers.get("Retry-After") ?? n);
      const isOpen = response.status >= 500 || response.status === 409 || response.status === 429;
      if (!isOpen || n === TRIES || wait > PATIENCE) {
        return response;
      }
    } catch (lost) {
      if (n === TRIES) {
        throw lost;
      }
    }
    await pause(wait);
  }
}

const failure = (code, message, field) => ({ error: { code, message, field } });

/** Makes a payment method of the card; returns it without what identifies the card, or an error. */
async function tokenize(details) {
  const [number, expiry, cvc] = fields.inputs;
  const wrong = fields.check()[0];
  if (wrong) {
    wrong.focus();
    return failure("card_incomplete", fields.fault(wrong), wrong.id);
  }
  const [, month, year] = /^\s*(\d+)[ /.-]*(?:20)?(\d\d)\s*$/.exec(expiry.value);
  const body = {
    type: "card",
    card: {
      number: fields.digitsOf(number.value),
      exp_month: Number(month),
      exp_year: 2000 + Number(year),
      cvc: cvc.value,
    },
  };
  if (details?.billing_details) {
    body.billing_details = details.billing_details;
  }
  try {
    const response = await send(JSON.stringify(body));
    const answer = await response.json();
    if (response.ok) {
      const { brand, last4, exp_month, exp_year, funding, country } = answer.card;
      return { result: { id: answer.id, card: { brand, last4, exp_month, exp_year, funding, country } } };
    }
    const { code, param } = answer.error;
    const field = Object.hasOwn(FIELDS, code) ? FIELDS[code] : undefined;
    if (!field) {
      const text = code === "card_declined" ? words.declined : response.status === 429 ? words.braked : words.failed;
      return failure(code, text, param);
    }
    const input = form.elements[field];
    fields.mark(input, code === "invalid_cvc" ? words.code : field === "number" ? words.number : words.expired);
    input.focus();
    return failure(code, document.getElementById(field + "-error").textContent, field);
  } catch {
    return failure("connection_failed", words.failed);
  }
}

/** Handles a message of the parent, which only has the port. */
async function receive({ type, id, details }) {
  if (type === "tokenize") {
    form.setAttribute("aria-busy", "true");
    const outcome = await tokenize(details);
    form.removeAttribute("aria-busy");
    tell({ type: "outcome", id, ...outcome });
  } else if (type === "focus") {
    fields.inputs[0].focus();
  } else if (type === "clear") {
    fields.clear();
    changed();
  }
}

addEventListener("message", ({ source, origin, data, ports }) => {
  const isAllowed = source === parent && words.origins.split(" ").includes(origin);
  if (port || !isAllowed || data?.florin !== 1 || data.type !== "init" || ports.length !== 1) {
    return;
  }
  port = ports[0];
  if (!form) {
    tell({ type: "error", code: "cards_unavailable", message: words.unavailable });
  } else {
    port.onmessage = (event) => receive(event.data);
    applyStyle(data.style);
    form.hidden = false;
  }
  new ResizeObserver(() => tell({ type: "height", height: document.body.offsetHeight })).observe(document.body);
  if (form) {
    tell({ type: "ready", title: document.title });
  }
});

form?.addEventListener("input", changed);
form?.addEventListener("submit", (event) => event.preventDefault());
form?.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    tell({ type: "submit" });
  }
});
