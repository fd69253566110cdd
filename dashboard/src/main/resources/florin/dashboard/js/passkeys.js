// Passkeys: puts the response of the device into the form that requested it. The form needs script.
(() => {
  "use strict";

  if (!window.PublicKeyCredential) return;

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("form[data-passkey]").forEach((form) => (form.hidden = false));
    document.querySelectorAll("form[data-create] [autofocus]").forEach((field) => field.select());
  });

  // Runs before all other listeners, because a form without the response must not count as sent.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target.closest("form[data-passkey]");
      if (!form || form.querySelector("[data-answer]").value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(form);
    },
    true,
  );
  // Clears the response when the user returns to the page, because a response is valid once.
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-passkey] [data-answer]").forEach((field) => (field.value = ""));
  });

  let asking = false;

  async function ask(form) {
    if (asking) return;
    asking = true;
    const trouble = form.querySelector("[data-trouble]");
    trouble.hidden = true;
    try {
      const options = await read(form.dataset.passkey);
      const credential =
        "create" in form.dataset
          ? await navigator.credentials.create(options)
          : await navigator.credentials.get(options);
      form.querySelector("[data-answer]").value = JSON.stringify(written(credential));
      form.requestSubmit();
    } catch (error) {
      trouble.textContent = words(error, form);
      trouble.hidden = false;
    } finally {
      asking = false;
    }
  }

  async function read(path) {
    const answer = await fetch(path);
    const json = answer.redirected || !answer.ok ? null : await answer.json().catch(() => null);
    if (!json) throw new Error("no options");
    const options = json.publicKey;
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    [...(options.allowCredentials ?? []), ...(options.excludeCredentials ?? [])].forEach(
      (known) => (known.id = bytes(known.id)),
    );
    return { publicKey: options };
  }

  function written(credential) {
    const response = { clientDataJSON: text(credential.response.clientDataJSON) };
    for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[part]) response[part] = text(credential.response[part]);
    }
    if (credential.response.getTransports) response.transports = credential.response.getTransports();
    return { id: credential.id, rawId: credential.id, type: credential.type, response, clientExtensionResults: {} };
  }

  function words(error, form) {
    if (error.name === "InvalidStateError") return "This device already has a passkey for you.";
    if (error.name === "NotAllowedError") {
      return "create" in form.dataset ? "No passkey was created. Try again." : "No passkey was used. Try again, or use your password.";
    }
    return "The passkey request failed. Reload this page.";
  }

  function bytes(base64url) {
    return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  }

  function text(buffer) {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
})();
