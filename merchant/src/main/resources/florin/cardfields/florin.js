/* Florin's card fields for a merchant's page. The card stays in a frame of Florin. */
(() => {
  "use strict";
  const address = new URL(document.currentScript.src);
  const base = address.origin + address.pathname.replace(/\/js\/.*/, "");
  const WORDS = "__WORDS__";

  const failed = (code, message, field) => Object.assign(new Error(message), { code, field });
  const language = () => (document.documentElement.lang || navigator.language).slice(0, 2).toLowerCase();

  /* The scheme of the place: a page that says nothing is light. */
  function schemeOf(place) {
    const scheme = getComputedStyle(place).colorScheme;
    const both = /light/.test(scheme) && /dark/.test(scheme);
    return (both ? matchMedia("(prefers-color-scheme: dark)").matches : /dark/.test(scheme)) ? "dark" : "light";
  }

  function card(key, target, options = {}) {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    if (!(place instanceof Element)) {
      throw failed("element_missing", "The element for the card fields doesn't exist.");
    }
    const theme = ["light", "dark"].includes(options.theme) ? options.theme : schemeOf(place);
    const locale = options.locale ?? document.documentElement.lang;
    const frame = document.createElement("iframe");
    const handlers = { ready: [], change: [], submit: [], error: [] };
    const waiting = new Map();
    let port;
    let last;
    let isReady = false;
    let pending;

    function emit(type, data) {
      for (const handler of handlers[type]) {
        handler(data);
      }
    }

    function stop(code, message) {
      last = failed(code, message);
      if (!handlers.error.length) {
        console.error("Florin: " + message);
      }
      emit("error", last);
      settle();
    }

    /* Ends the calls that wait for a frame that has failed. */
    function settle() {
      waiting.forEach(({ no }) => no(last));
      waiting.clear();
    }

    const receivers = {
      ready({ title }) {
        isReady = true;
        frame.title = title;
        waiting.forEach(({ message }) => port.postMessage(message));
        emit("ready");
      },
      height({ height }) {
        frame.style.height = height + "px";
      },
      change({ complete, empty, brand, error }) {
        emit("change", { complete, empty, brand, error });
      },
      submit() {
        emit("submit");
      },
      error({ code, message }) {
        code === "style_invalid" ? emit("error", failed(code, message)) : stop(code, message);
      },
      outcome({ id, result, error }) {
        const call = waiting.get(id);
        waiting.delete(id);
        error ? call?.no(failed(error.code, error.message, error.field)) : call?.yes(result);
      },
    };

    frame.addEventListener("load", () => {
      const channel = new MessageChannel();
      isReady = false;
      port = channel.port1;
      port.onmessage = ({ data }) => receivers[data.type]?.(data);
      frame.contentWindow.postMessage({ florin: 1, type: "init", style: options.style }, address.origin, [channel.port2]);
    });
    const query = new URLSearchParams({ key, theme });
    if (locale) {
      query.set("locale", locale);
    }
    frame.src = `${base}/elements/card?${query}`;
    frame.title = "Florin";
    Object.assign(frame.style, { display: "block", width: "calc(100% + 6px)", height: "101px", margin: "-3px", border: 0, colorScheme: theme });
    place.replaceChildren(frame);
    setTimeout(() => {
      if (!isReady && !last) {
        stop(
          "not_loaded",
          `The card fields didn't load. Check that the key allows the origin ${location.origin}, and the page's Content-Security-Policy. Open ${frame.src} to see why.`,
        );
      }
    }, 10000);

    const self = {
      on(type, handler) {
        if (!Object.hasOwn(handlers, type)) {
          throw failed("event_unknown", `There is no event ${type}. Use ready, change, submit or error.`);
        }
        handlers[type].push(handler);
        return self;
      },
      tokenize(details) {
        pending ??= new Promise((yes, no) => {
          if (last) {
            return no(last);
          }
          const id = String(Math.random());
          const message = { type: "tokenize", id, details };
          waiting.set(id, { yes, no, message });
          isReady && port.postMessage(message);
        }).finally(() => (pending = undefined));
        return pending;
      },
      focus: () => isReady && port.postMessage({ type: "focus" }),
      clear: () => isReady && port.postMessage({ type: "clear" }),
      remove() {
        frame.remove();
        port?.close();
        last = failed("removed", "The card fields were removed.");
        settle();
      },
    };
    return self;
  }

  /* Shows the payer where to continue; returns the dialog and a promise of the payer's choice of another way. */
  function ask(url) {
    const words = WORDS[language()] ?? WORDS.en;
    const dialog = document.createElement("dialog");
    const text = document.createElement("p");
    text.textContent = words.text;
    text.id = "florin-action";
    text.style.margin = "0 0 8px";
    dialog.setAttribute("aria-labelledby", text.id);
    const show = () => open(url, "_blank", "popup,width=500,height=720");
    let opened = show();
    const button = (label, action) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.addEventListener("click", action);
      Object.assign(made.style, { font: "inherit", padding: "10px 16px", margin: "8px 8px 0 0", cursor: "pointer" });
      return made;
    };
    const left = new Promise((done) => {
      const proceed = () => {
        if (opened && !opened.closed) {
          opened.focus();
        } else {
          opened = show();
        }
      };
      dialog.append(text, button(words.proceed, proceed), button(words.other, done));
      dialog.addEventListener("cancel", done);
    });
    Object.assign(dialog.style, { maxWidth: "26rem", padding: "24px", border: "1px solid #868d99", borderRadius: "8px" });
    document.body.append(dialog);
    dialog.showModal();
    const close = () => {
      opened?.close();
      dialog.remove();
    };
    return { left, close };
  }

  async function handleAction(key, payment) {
    if (payment.status !== "requires_action") {
      return payment;
    }
    const url = payment.next_action?.redirect_to_url?.url;
    if (!/^https?:\/\//.test(url) || !payment.client_secret) {
      throw failed("action_unsupported", "Pass the payment with id, status, client_secret and a next_action of type redirect_to_url.");
    }
    const read = async () => {
      const secret = encodeURIComponent(payment.client_secret);
      const response = await fetch(`${base}/v2/payments/${encodeURIComponent(payment.id)}?client_secret=${secret}`, {
        headers: { Authorization: "Bearer " + key },
      });
      const body = await response.json();
      if (!response.ok && response.status < 500 && response.status !== 429) {
        throw failed(body.error.code, body.error.message);
      }
      return response.ok ? body : payment;
    };
    const { left, close } = ask(url);
    let isLeft = false;
    left.then(() => (isLeft = true));
    try {
      for (;;) {
        const now = await read().catch((error) => {
          if (error.code) {
            throw error;
          }
          return payment;
        });
        if (isLeft || now.status !== "requires_action") {
          return now;
        }
        await Promise.race([left, new Promise((done) => setTimeout(done, 1500))]);
      }
    } finally {
      close();
    }
  }

  window.Florin = (key) => {
    if (!/^pk_(test|live)_/.test(key)) {
      throw failed("key_invalid", "Florin() needs a publishable key, pk_…. A secret key must not be in a page.");
    }
    return {
      card: (target, options) => card(key, target, options),
      handleAction: (payment) => handleAction(key, payment),
    };
  };
})();
