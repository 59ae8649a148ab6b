import { useEffect, useState } from 'react';

let last: Element | null = null;

/**
 * Notes what has the focus, for whatever opens over the page to give it back: that is loaded when it is first shown, and
 * gone as soon as it closes. A menu goes when one of its entries is chosen, so the button that opens it stands for them.
 */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const menu = target.closest('[role="menu"]');
    last = menu === null ? target : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  });
}

/** Gives the focus back, when this goes, to what had it before; to the page where that has gone, too. */
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
