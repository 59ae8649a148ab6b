import { addStyles } from './add-styles.ts';
import type { Panel } from './panel.ts';
import type { Report } from './report.ts';

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

/** Functions of the widget that a chat inside an element calls. */
interface Surroundings {
  load(): void;
  readonly report: Report;
  /** Aborted once the widget is removed. */
  readonly signal: AbortSignal;
}

/** A chat inside an element of the page. */
export interface Inline {
  /** Adds the chat to the element if the page has it now. */
  attach(): void;
  /** Moves to the chat. */
  open(): void;
}

/**
 * Prepares a panel for an element of the page, or for the first one of a selector. Calls `load` when it comes near, and
 * reports an error if `target` is neither.
 */
export function fillTarget(
  { element, dialog }: Needed,
  target: unknown,
  { load, report, signal }: Surroundings,
): Inline {
  addStyles({ element }, styles);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    },
    { rootMargin },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
  if (!isPlace(target)) {
    const message = `target must be a selector or an element, not ${JSON.stringify(target)}.`;
    report('error', { code: 'invalid_call', message });
  }
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
