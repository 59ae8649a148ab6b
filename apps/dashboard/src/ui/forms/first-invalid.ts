const invalid = '[aria-invalid="true"]';

/**
 * Moves the focus to the first invalid field of a form, in the order of the page, and scrolls to it. `count` is the
 * number of invalid fields: while some of them still load, an earlier one that appears takes the focus, until the user
 * does something.
 */
export function focusFirstInvalid(form: HTMLElement, count: number): void {
  let shown: HTMLElement | undefined;
  const areAllThere = () => {
    const [first, ...others] = form.querySelectorAll<HTMLElement>(invalid);
    if (first !== undefined && first !== shown) show(first);
    shown = first;
    return first !== undefined && others.length + 1 >= count;
  };
  if (areAllThere()) return;
  const stop = new AbortController();
  const loading = new MutationObserver(() => {
    if (areAllThere()) stop.abort();
  });
  loading.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  stop.signal.addEventListener('abort', () => loading.disconnect());
  for (const action of ['keydown', 'pointerdown'])
    document.addEventListener(action, () => stop.abort(), { signal: stop.signal, capture: true });
}

/** Scrolls a field to the middle of the page: a bar at the edge would cover it there. */
function show(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  field.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' });
}
