/** Max frames in which the details appear. */
const patience = 120;

/** Focuses the field of tags once the details show it. */
export async function focusTags(): Promise<void> {
  for (let frame = 0; frame < patience; frame += 1) {
    const field = document.querySelector<HTMLElement>('[data-tags] input:not([type="hidden"])');
    if (field !== null && field.offsetParent !== null) return field.focus();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
