import type { Entries, HeldVisit, ToFrame, ToLoader } from '../../protocol.ts';
import type { Chat } from '../chat-controls.ts';
import type { Storage } from '../conversation/storage.ts';
import type { Hello } from '../embedding.ts';

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
  /** Passes on a proof of the same person; of another one, it ends the window and returns false. */
  setUser(identity: string): boolean;
  /** Takes the chat back, and closes the window, if that has the chat. */
  end(): void;
}

/** Dependencies of a pop-out. */
interface Needs {
  /** The name of the window, and the key in `sessionStorage` that notes for this tab that there is one. */
  readonly name: string;
  readonly chat: Chat;
  readonly storage: Storage;
  /** Returns the facts that the host page has told. */
  facts(): Partial<Hello>;
  subjectOf(identity: string): string | null;
  /** Starts the visit here. */
  visit(): void;
  /** Tells the host page something. */
  post(message: ToLoader): void;
}

const features = 'popup,width=420,height=700';

/** Time between two looks if the window is still there, in ms; one that is left can't say so reliably. */
const lookEvery = 500;

/**
 * Creates the opening side of a pop-out. It listens to the window that it has opened only, while that has a document of
 * the instance, and tells no other origin anything. A file of its own, which imports none: few visitors need it.
 */
export function createPopOut(needs: Needs): PopOut {
  const { name, chat, storage, facts, subjectOf, visit, post: tellPage } = needs;
  let popUp: Window | null = null;
  let hasChat = false;
  /** The proof of identity that the window has. */
  let theirIdentity: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const post = (message: ToFrame) => popUp?.postMessage(message, location.origin);
  const note = (method: 'setItem' | 'removeItem') => {
    try {
      sessionStorage[method](name, '1');
    } catch {
      // Blocked: the next page doesn't look for the window.
    }
  };
  const drop = () => {
    popUp = null;
    clearInterval(timer);
    note('removeItem');
  };
  const watch = (opened: Window) => {
    popUp = opened;
    clearInterval(timer);
    timer = setInterval(look, lookEvery);
    note('setItem');
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
    visit();
  };
  const tell = (message: ToFrame) => {
    if (hasChat) post(message);
    return hasChat;
  };
  const isTheirs = (identity: string) =>
    theirIdentity !== undefined && subjectOf(identity) !== null && subjectOf(identity) === subjectOf(theirIdentity);
  /** Stops the chat here, so that only one window writes; undefined if the window has another visitor's. */
  const handOver = ({ entries = {}, identity: theirs, isRunning }: HeldVisit): ToFrame | undefined => {
    const { identity, origin, mode, accent, language, isMirrored = false } = facts();
    theirIdentity = theirs;
    const isKnown = (identity === undefined || isTheirs(identity)) && storage.knows(entries);
    if (isRunning && !isKnown) return undefined;
    // Before the entries are read: from now on the other window writes them.
    chat.suspend();
    if (isKnown) storage.take(entries);
    // A page may tell later who is signed in.
    theirIdentity = identity ?? (isKnown ? theirs : undefined);
    tellPage({ parley: 'close' });
    const context = chat.context();
    if (isRunning) tell({ parley: 'context', context });
    const about = { identity: theirIdentity, mode, accent, language, mirrored: isMirrored, context };
    return { parley: 'hello', ...about, open: true, inline: true, handOver: { origin, entries: storage.entries() } };
  };
  const news = (message: unknown) => tellPage(message as ToLoader);
  const answers: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => void>> = {
    hello: (held) => {
      hasChat = true;
      const message = handOver(held as HeldVisit);
      if (message === undefined) end();
      else post(message);
    },
    entries: ({ entries }) => storage.take(entries as Entries),
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
    tell,
    setUser: (identity) => {
      if (hasChat && isTheirs(identity)) {
        theirIdentity = identity;
        return tell({ parley: 'user', identity });
      }
      end();
      return false;
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
