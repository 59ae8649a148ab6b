import { useEffect, useState } from 'react';

let last: Element | null = null;

/**
 * Records the focused element, so that a lazily loaded overlay can return the focus to it. A menu closes when one of
 * its items is chosen, so its button stands for the items.
 */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const menu = target.closest('[role="menu"]');
    last = menu === null ? target : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  });
}

/** On unmount, returns the focus to the element that had it before, or to the page if that is gone. */
export function useFocusBack(): void {
  const [before] = useState(last);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const target = before?.isConnected === true ? before : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [before],
  );
}
