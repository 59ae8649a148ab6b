import type { Texts } from '../texts.ts';

/** The chat's window of its own, as the view needs it. */
export interface PopOutControls {
  /** True while that window has the chat. */
  readonly isTaken: boolean;
  /** True if the browser has given none. */
  readonly isBlocked: boolean;
  /** Loads what opens the window. */
  prepare(): unknown;
  /** Opens the window, or shows it if it is open. */
  open(): unknown;
  bringBack(): void;
}

/** Says that the chat is in a window of its own, and leads to it and back. */
export function PoppedOut({ texts, popOut }: { texts: Texts; popOut: PopOutControls }) {
  return (
    <div class="state">
      <p role="status">{texts.poppedOut}</p>
      <button type="button" class="solid" data-focus onClick={popOut.open}>
        {texts.showPopOut}
      </button>
      <button type="button" class="quiet" onClick={popOut.bringBack}>
        {texts.bringBack}
      </button>
    </div>
  );
}

/**
 * Leads to the chat in a tab. The browser has blocked the window, or has opened it without telling, as it does on sites
 * that are isolated (COOP `same-origin`).
 */
export function NoWindow({ text }: { text: string }) {
  return (
    <p class="notice">
      <a href={location.pathname} target="_blank" rel="noopener">
        {text}
      </a>
    </p>
  );
}
