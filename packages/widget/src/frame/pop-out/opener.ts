import type { Entries, HeldVisit, ToFrame, ToLoader } from '../../protocol.ts';

/** The window of its own that the chat of a frame may be in. */
export interface PopOut {
  /** True while that window has the chat. */
  readonly hasChat: boolean;
  /** Opens the window, or shows it if it is open. Returns false if the browser gives none. */
  open(): boolean;
  /** Finds the window that a frame on a former page of this tab has opened, if there is one. */
  find(): void;
  /** Passes a message on; returns false if the window doesn't have the chat. */
  tell(message: ToFrame): boolean;
  /** Takes the chat back, and closes the window, if that has the chat. */
  end(): void;
}

/** Dependencies of a pop-out. */
interface Needs {
  /** The name of the window. */
  readonly name: string;
  /**
   * Stops the chat here, so that only one window writes, and returns what the other one needs; undefined if that has
   * another visitor's.
   */
  handOver(held: HeldVisit): ToFrame | undefined;
  /** Notes for this tab that there is a window, or none. */
  note(isOpen: boolean): void;
  onEntries(entries: Entries): void;
  /** The window has news for the host page. */
  onNews(news: ToLoader): void;
  /** The window is closed or left: the chat continues here. */
  onGone(): void;
}

const features = 'popup,width=420,height=700';

/** Time between two looks if the window is still there, in ms; one that is left can't say so reliably. */
const lookEvery = 500;

/**
 * Creates the opening side of a pop-out. It listens to the window that it has opened only, while that has a document of
 * the instance, and tells no other origin anything. A file of its own, which imports none: few visitors need it.
 */
export function createPopOut({ name, handOver, note, onEntries, onNews, onGone }: Needs): PopOut {
  let popUp: Window | null = null;
  let hasChat = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const post = (message: ToFrame) => popUp?.postMessage(message, location.origin);
  const drop = () => {
    popUp = null;
    clearInterval(timer);
    note(false);
  };
  const watch = (opened: Window) => {
    popUp = opened;
    clearInterval(timer);
    timer = setInterval(look, lookEvery);
    note(true);
  };
  const end = () => {
    if (!hasChat) return;
    hasChat = false;
    post({ parley: 'end' });
    // From now on it can't change anything here.
    drop();
  };
  const look = () => {
    if (popUp?.closed !== false) drop();
    if (!hasChat || isOnPath(popUp)) return;
    hasChat = false;
    onGone();
  };
  const news = (message: unknown) => onNews(message as ToLoader);
  const answers: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => void>> = {
    hello: (held) => {
      hasChat = true;
      const message = handOver(held as HeldVisit);
      if (message === undefined) end();
      else post(message);
    },
    entries: ({ entries }) => onEntries(entries as Entries),
    message: news,
    unread: news,
    error: news,
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (popUp === null || source !== popUp || origin !== location.origin) return;
    const message = Object(data) as Readonly<Record<string, unknown>>;
    const kind = `${message['parley']}`;
    if (Object.hasOwn(answers, kind) && (hasChat || kind === 'hello')) answers[kind]?.(message);
  });
  return {
    get hasChat() {
      return hasChat;
    },
    open: () => {
      look();
      const opened = popUp ?? window.open(location.pathname, name, features);
      if (opened === null) return false;
      opened.focus();
      watch(opened);
      return true;
    },
    find: () => {
      // An empty address leaves a window as it is.
      const found = window.open('', name);
      if (found !== null && isOnPath(found)) {
        watch(found);
        return post({ parley: 'ask' });
      }
      if (pathOf(found) === 'blank') found?.close();
      drop();
    },
    tell: (message) => {
      if (hasChat) post(message);
      return hasChat;
    },
    end,
  };
}

/** True if a window shows the same path of the instance, perhaps while it is reloaded. */
const isOnPath = (popUp: Window | null): boolean => pathOf(popUp) === location.pathname;

/** Undefined for a page of another origin. */
function pathOf(popUp: Window | null): string | undefined {
  try {
    return popUp?.location.pathname;
  } catch {
    return undefined;
  }
}
