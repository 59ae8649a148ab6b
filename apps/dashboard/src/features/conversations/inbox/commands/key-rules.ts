import { goWindow } from '../../../shell/shortcuts.ts';

/** Until when a letter belongs to a `g` before it, in ms since 1970. */
let goUntil = 0;
/** The press of the letter after `g`. */
let going: KeyboardEvent | undefined;

window.addEventListener(
  'keydown',
  (event) => {
    const { key, target, timeStamp } = event;
    if (isTyping(target) || key === 'Shift') return;
    going = timeStamp < goUntil ? event : undefined;
    // One letter belongs to it: `g c j` opens the first conversation.
    goUntil = key === 'g' ? timeStamp + goWindow : 0;
  },
  { capture: true },
);

/** True if a letter follows `g`: then it leads to another page. */
export const isGoing = (event: KeyboardEvent): boolean => event === going;

/** True if a key has another meaning there: it types text, or belongs to an overlay. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]') !== null;
