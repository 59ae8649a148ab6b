import { goWindow } from '../../../shell/shortcuts.ts';

/** Until when a letter belongs to a `g` before it, in ms since 1970. */
let goUntil = 0;

window.addEventListener(
  'keydown',
  ({ key, target, timeStamp }) => {
    if (key === 'g' && !isTyping(target)) goUntil = timeStamp + goWindow;
  },
  { capture: true },
);

/** True if a letter follows `g`: then it leads to another page. */
export const isGoing = ({ timeStamp }: KeyboardEvent): boolean => timeStamp < goUntil;

/** True if a key has another meaning there: it types text, or belongs to an overlay. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]') !== null;
