import type { Panel } from './panel.ts';

/** The place of an open panel on the screen. */
export interface Screen {
  /** Opens the panel. On a phone it is modal: the browser keeps the focus in it and the rest of the page out of reach. */
  show(): void;
  /** Returns the screen to the page, once the panel is closed. */
  leave(): void;
}

/** Places a panel on the screen until the signal is aborted. */
export function createScreen(panel: Panel, signal: AbortSignal): Screen {
  const { dialog } = panel;
  const phone = matchMedia('(max-width:479.98px)');
  let overflow: string | undefined;
  const lockScroll = (locked: boolean) => {
    const { style } = document.documentElement;
    if (locked === (overflow !== undefined)) return;
    [style.overflow, overflow] = locked ? ['hidden', style.overflow] : [overflow ?? '', undefined];
  };
  /** Limits the panel to the part of the screen above its keyboard; a zoomed page stays as it is. */
  const fillScreen = () => {
    const seen = dialog.matches(':modal') && visualViewport?.scale === 1 ? visualViewport : undefined;
    dialog.style.height = seen ? `${seen.height}px` : '';
    dialog.style.top = seen ? `${seen.offsetTop}px` : '';
  };
  const show = () => {
    const y = scrollY;
    if (dialog.open) dialog.close();
    if (phone.matches) dialog.showModal();
    else dialog.show();
    lockScroll(phone.matches);
    fillScreen();
    if (scrollY !== y) scrollTo(scrollX, y);
    panel.iframe?.focus();
  };
  const change = () => {
    if (dialog.open) show();
  };
  phone.addEventListener('change', change, { signal });
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, fillScreen, { signal });
  return { show, leave: () => lockScroll(false) };
}
