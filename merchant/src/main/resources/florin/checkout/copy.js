for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) {
    continue;
  }
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
