import type { Panel } from './panel.ts';

/**
 * The styles of a chat inside an element of the page, after those of the panel: it fills the element, and is at least
 * 320 px high.
 */
const styles = `
@media not print{:host{position:static!important;display:grid!important;grid:minmax(320px,1fr)/1fr!important;
width:100%!important;height:100%!important}}
dialog{display:block;position:static;width:auto;height:auto;border-radius:0;box-shadow:none;animation:none}
`;

/** Distance from the window within which the chat is loaded. */
const rootMargin = '300px';

/** The elements of a panel that are needed. */
type Needed = Pick<Panel, 'element' | 'dialog'>;

interface Callbacks {
  load(): void;
  warn(message: string): void;
}

/** A chat inside an element of the page. */
export interface Inline {
  /** Adds the chat to the element if the page has it now. */
  attach(): void;
  /** Moves to the chat. */
  open(): void;
  stop(): void;
}

/**
 * Prepares a panel for an element of the page, or for the first one of a selector. Calls `load` when it comes near, and
 * `warn` with a sentence if `target` is neither.
 */
export function fillTarget({ element, dialog }: Needed, target: unknown, { load, warn }: Callbacks): Inline {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  element.shadowRoot?.adoptedStyleSheets.push(sheet);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    },
    { rootMargin },
  );
  observer.observe(element);
  if (!isPlace(target)) warn(`target must be a selector or an element, not ${JSON.stringify(target)}.`);
  return {
    attach: () => {
      const place = isPlace(target) && (typeof target === 'string' ? document.querySelector(target) : target);
      if (place instanceof Element && place.isConnected) place.append(element);
    },
    open: () => {
      load();
      element.scrollIntoView({ block: 'nearest' });
      dialog.querySelector('iframe')?.focus();
    },
    stop: () => observer.disconnect(),
  };
}

function isPlace(target: unknown): target is Element | string {
  if (typeof target !== 'string') return target instanceof Element;
  try {
    document.querySelector(target);
    return true;
  } catch {
    return false;
  }
}
