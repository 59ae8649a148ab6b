import type { Entries, ToFrame, ToLoader } from '../../protocol.ts';

/** The window of its own that the chat of a frame may be in. */
export interface PopOut {
  /** True while that window has the chat. */
  readonly hasChat: boolean;
  /** Opens the window, or shows it if it is open. Returns false if the browser gives none. */
  open(): boolean;
  /** Passes a message on; returns false if the window doesn't have the chat. */
  tell(message: ToFrame): boolean;
  /** Takes the chat back, and closes the window, if that has the chat. */
  end(): void;
}

/** Dependencies of a pop-out. */
interface Needs {
  /** The name of the window. */
  readonly name: string;
  /** Stops the chat here, so that only one window writes, and returns what the other one needs. */
  handOver(entries: Entries | undefined): ToFrame;
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
export function createPopOut({ name, handOver, onEntries, onNews, onGone }: Needs): PopOut {
  let popUp: Window | null = null;
  let hasChat = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const post = (message: ToFrame) => popUp?.postMessage(message, location.origin);
  const look = () => {
    if (popUp?.closed !== false) {
      clearInterval(timer);
      popUp = null;
    }
    if (!hasChat || isOnPath(popUp)) return;
    hasChat = false;
    onGone();
  };
  const news = (message: unknown) => onNews(message as ToLoader);
  const answers: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => void>> = {
    hello: ({ entries }) => {
      hasChat = true;
      post(handOver(entries as Entries | undefined));
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
      popUp ??= window.open(location.pathname, name, features);
      if (popUp === null) return false;
      popUp.focus();
      clearInterval(timer);
      timer = setInterval(look, lookEvery);
      return true;
    },
    tell: (message) => {
      if (hasChat) post(message);
      return hasChat;
    },
    end: () => {
      if (!hasChat) return;
      hasChat = false;
      post({ parley: 'end' });
      // From now on it can't change anything here.
      popUp = null;
      clearInterval(timer);
    },
  };
}

/** True if a window shows the same path of the instance, perhaps while it is reloaded. */
function isOnPath(popUp: Window | null): boolean {
  try {
    return popUp?.location.pathname === location.pathname;
  } catch {
    // A page of another origin.
    return false;
  }
}
