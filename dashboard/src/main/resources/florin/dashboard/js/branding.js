// Shows unsaved changes in the preview of /dashboard/branding. Without script, it shows the saved values.
(() => {
  const COLOR = /^#?[0-9a-f]{6}$/i;
  const MAX_BYTES = 64 << 10;

  // WCAG 2.2: the luminance up to which white is easier to read than black.
  const MIDDLE = 0.179;

  const linear = (channel) =>
    channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

  const luminance = (color) => {
    const rgb = parseInt(color.slice(1), 16);
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear((rgb >> 8) & 255) + 0.0722 * linear(rgb & 255);
  };

  const sheets = [...document.querySelectorAll("[data-preview]")];
  const field = document.querySelector("[data-branding] [name=accent]");
  let logo = null;

  // A frame is painted again when it is loaded, because the hidden one is loaded later.
  const paint = (sheet) => {
    const page = sheet.contentDocument?.documentElement;
    const text = field.value.trim();
    if (page && (text === "" || COLOR.test(text))) {
      const color = text === "" ? sheet.dataset.usual : "#" + text.replace("#", "").toLowerCase();
      page.style.setProperty("--accent", color);
      page.style.setProperty("--on-accent", luminance(color) > MIDDLE ? "#000000" : "#ffffff");
    }
    const line = page?.querySelector(".brandline");
    if (line && logo) {
      line.querySelector("img")?.remove();
      line.prepend(sheet.contentDocument.importNode(logo, true));
    }
  };

  const show = (file) => {
    if (!file || file.size > MAX_BYTES || !/^image\/(png|jpeg)$/.test(file.type)) {
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const picture = new Image();
      picture.className = "logo";
      picture.alt = "";
      picture.addEventListener("load", () => {
        const scale = Math.min(1, 48 / picture.naturalHeight, 240 / picture.naturalWidth);
        picture.width = Math.max(1, Math.round(picture.naturalWidth * scale));
        picture.height = Math.max(1, Math.round(picture.naturalHeight * scale));
        logo = picture;
        sheets.forEach(paint);
      });
      picture.src = reader.result;
    });
    reader.readAsDataURL(file);
  };

  // The picker and the field show the same color; the picker needs this script, and is not sent.
  const picker = document.querySelector("[data-branding] [type=color]");
  const pick = () => {
    const text = field.value.trim() || sheets[0].dataset.usual;
    if (COLOR.test(text)) {
      picker.value = "#" + text.replace("#", "").toLowerCase();
    }
  };
  if (picker) {
    pick();
    picker.hidden = false;
    sheets.forEach((sheet) => sheet.addEventListener("load", () => paint(sheet)));
    picker.addEventListener("input", () => {
      field.value = picker.value;
      sheets.forEach(paint);
    });
    field.addEventListener("input", () => {
      pick();
      sheets.forEach(paint);
    });
  }
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-branding] [type=file]")) {
      show(event.target.files[0]);
    }
  });
})();
