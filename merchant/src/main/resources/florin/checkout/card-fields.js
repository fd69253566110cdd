/**
 * Formats and checks the fields of a card while the payer types. The checkout and the card fields share it.
 *
 * @param form with the texts of its errors as data attributes
 * @param onMark is called after the error of a field has changed
 */
function cardFields(form, onMark) {
  const { number, expiry, cvc } = form.elements;
  const inputs = [number, expiry, cvc];
  const words = form.dataset;
  // The browser's own messages have its language, not the page's.
  form.noValidate = true;
  const digitsOf = (text) => text.replace(/\D/g, "");

  // The prefixes of the worldwide brands, as the server has them in Brand.
  const BRANDS = [
    ["amex", "Amex", /^3[47]/, [15]],
    ["diners", "Diners", /^3(0[0-59]|[689])/, [14]],
    ["jcb", "JCB", /^35(2[89]|[3-8])/, [16]],
    ["mastercard", "Mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
    ["discover", "Discover", /^(6011|64[4-9]|65)/, [16]],
    ["unionpay", "UnionPay", /^(62|81[0-6]|817[01])/, [19]],
    ["visa", "Visa", /^4/, [16]],
  ].map(([id, name, prefix, lengths]) => ({ id, name, prefix, lengths }));
  const brandOf = (digits) => BRANDS.find((brand) => brand.prefix.test(digits));

  function passesLuhn(digits) {
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      const digit = Number(digits[digits.length - 1 - i]);
      const doubled = i % 2 ? digit * 2 : digit;
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 === 0;
  }

  const isNumber = (digits) => /^\d{8,19}$/.test(digits) && passesLuhn(digits);

  function grouped(digits) {
    const sizes = brandOf(digits)?.id === "amex" ? [4, 6, 5] : [4, 4, 4, 4, 3];
    const groups = [];
    let rest = digits;
    for (const size of sizes) {
      groups.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return groups.filter(Boolean).join(" ");
  }

  function monthAndYear(typed, isDeleting) {
    const digits = /^[2-9]/.test(typed) ? "0" + typed : typed;
    const month = digits.slice(0, 2);
    const rest = digits.slice(2);
    // A year of four digits is shortened once it is complete.
    const year = !rest.startsWith("20") ? rest.slice(0, 2) : rest.length < 4 ? rest : rest.slice(2, 4);
    return month.length < 2 || (isDeleting && !year) ? month : month + " / " + year;
  }

  /** Replaces the value, and keeps the caret behind the same digit. */
  function replace(input, value) {
    if (input.value === value) {
      return;
    }
    const isAtEnd = input.selectionStart === input.value.length;
    const before = digitsOf(input.value.slice(0, input.selectionStart)).length;
    input.value = value;
    if (document.activeElement === input) {
      let caret = 0;
      for (let seen = 0; !isAtEnd && seen < before && caret < value.length; caret++) {
        seen += /\d/.test(value[caret]) ? 1 : 0;
      }
      input.setSelectionRange(isAtEnd ? value.length : caret, isAtEnd ? value.length : caret);
    }
  }

  /** Shows an error at a field, or removes it. */
  function mark(input, error) {
    const id = input.id + "-error";
    let note = document.getElementById(id);
    input.setAttribute("aria-invalid", String(Boolean(error)));
    if (!error) {
      note?.remove();
      const hint = document.getElementById(input.id + "-hint");
      hint ? input.setAttribute("aria-describedby", hint.id) : input.removeAttribute("aria-describedby");
      return onMark(input, "");
    }
    if (!note) {
      note = document.createElement("p");
      note.className = "wrong";
      note.id = id;
      (form.querySelector(".notes") ?? input.closest(".card") ?? input.parentNode).append(note);
    }
    note.textContent = error;
    input.setAttribute("aria-describedby", id);
    onMark(input, error);
  }

  const badge = document.createElement("span");
  badge.className = "brand";
  badge.setAttribute("aria-hidden", "true");
  number.after(badge);

  function showBrand() {
    const brand = brandOf(digitsOf(number.value));
    badge.dataset.brand = brand?.id ?? "";
    badge.textContent = brand?.name ?? "";
    cvc.maxLength = brand && brand.id !== "amex" ? 3 : 4;
    const hint = document.getElementById("cvc-hint");
    if (hint) {
      hint.textContent = brand ? (brand.id === "amex" ? words.cvcFour : words.cvcThree) : words.cvc;
    }
  }

  function isFull(input) {
    const digits = digitsOf(input.value);
    if (input === number) {
      return isNumber(digits) && Boolean(brandOf(digits)?.lengths.includes(digits.length));
    }
    // A year that begins with 20 may become one of four digits.
    return input === expiry
      ? digits.length === 4 && !digits.endsWith("20")
      : digits.length === (brandOf(digitsOf(number.value))?.id === "amex" ? 4 : 3);
  }

  function onInput(event) {
    const input = event.target;
    const isDeleting = (event.inputType ?? "").startsWith("delete");
    mark(input, "");
    if (input === number) {
      replace(number, grouped(digitsOf(number.value).slice(0, 19)));
      showBrand();
    } else if (input === expiry) {
      replace(expiry, monthAndYear(expiryDigits(), isDeleting));
    } else {
      replace(cvc, digitsOf(cvc.value));
    }
    const isTyped = (event.inputType ?? "").startsWith("insert");
    if (isTyped && document.activeElement === input && input.selectionStart === input.value.length && isFull(input)) {
      // What a declined card has left there is replaced.
      next(input)?.focus();
      next(input)?.select();
    }
  }

  const next = (input) => (input === number ? expiry : input === expiry ? cvc : form.elements.name);

  /** The digits of the expiry; a single digit before a slash is a month. */
  function expiryDigits() {
    return digitsOf(expiry.value.replace(/^\s*(\d)\s*[/.-]/, "0$1"));
  }

  for (const input of inputs) {
    input.addEventListener("input", onInput);
  }
  number.addEventListener("blur", () => {
    const digits = digitsOf(number.value);
    if (digits && !isNumber(digits)) {
      mark(number, words.number);
    }
  });

  /** Returns what is wrong with a field. The server also checks whether the card has expired. */
  function fault(input) {
    if (input === number) {
      return isNumber(digitsOf(number.value)) ? "" : words.number;
    }
    return input === cvc
      ? /^\d{3,4}$/.test(cvc.value) ? "" : words.code
      : /^\s*(0?[1-9]|1[0-2])[ /.-]*(20)?\d\d\s*$/.test(expiry.value) ? "" : words.expiry;
  }

  /** Marks the fields with errors, and returns them. */
  function check() {
    return inputs.filter((input) => {
      mark(input, fault(input));
      return fault(input);
    });
  }

  /** Empties the fields. */
  function clear() {
    for (const input of inputs) {
      input.value = "";
      mark(input, "");
    }
    showBrand();
  }

  // A browser restores what was typed before the script runs.
  replace(number, grouped(digitsOf(number.value).slice(0, 19)));
  showBrand();

  return { inputs, digitsOf, brandOf, mark, fault, check, clear };
}
