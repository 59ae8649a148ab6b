import type { HandOver, ToLoader } from '../../protocol.ts';
import type { Area } from '../conversation/storage.ts';

/** A message as it came. */
export type Received = Readonly<Record<string, unknown>>;

/** This window as the pop-out of a frame. */
export interface OwnWindow {
  /** The frame that this window belongs to; null if it is gone. */
  readonly frame: () => Window | null;
  /** The message with the hand-over from before a reload; undefined for none. */
  readonly saved: Received | undefined;
  /** Asks the frame for the visit. */
  ask(): void;
  /** Takes the visit of a message. Returns its storage, and the origin of its host page. */
  take(hello: Received): { readonly area: Area; readonly origin: string | undefined };
}

/** Dependencies of a pop-out. */
interface Needs {
  readonly channel: string;
  /** The frame has taken the chat back: nothing more is to be written. */
  onEnd(): void;
}

/**
 * Makes this window the pop-out of the frame that has opened it. Any page can open this window, so it talks only to
 * documents of the instance. The entries are in memory, each change also goes to the frame, and a copy in
 * `sessionStorage`, which this window has for itself, survives a reload. Rare, so a file of its own, which imports none.
 */
export function createOwnWindow({ channel, onEnd }: Needs): OwnWindow {
  let frame = window.opener as Window | null;
  const key = `parley:${channel}:window`;
  const saved = read(key);
  const values: Record<string, unknown> = {};
  let isTaken = false;
  /** The message that is saved with the entries. */
  let basis: Received = saved ?? {};
  const post = (message: ToLoader) => frame?.postMessage(message, location.origin);
  const merge = (entries: unknown) => {
    Object.assign(values, entries);
    basis = { ...basis, handOver: { ...handOverOf(basis), entries: values } };
    attempt(() => sessionStorage.setItem(key, JSON.stringify(basis)));
  };
  const ask = (isRunning: boolean) => {
    const held = { entries: handOverOf(basis).entries, identity: basis['identity'] as string | undefined };
    post({ parley: 'hello', ...held, isRunning });
  };
  const set = (name: string, value: string | null) => {
    merge({ [name]: value });
    post({ parley: 'entries', entries: { [name]: value } });
  };
  const answers: Readonly<Record<string, (message: Received) => void>> = {
    entries: ({ entries }) => merge(entries),
    hello: (hello) => merge(handOverOf(hello).entries),
    user: ({ identity }) => {
      basis = { ...basis, identity };
      merge({});
    },
    end: () => {
      isTaken = false;
      onEnd();
      attempt(() => sessionStorage.removeItem(key));
      close();
      // A browser may refuse to close it.
      location.replace('about:blank');
    },
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (!isTaken || source === null || origin !== location.origin) return;
    const message = Object(data) as Received;
    const name = `${message['parley']}`;
    // A frame that finds this window becomes its opener.
    if (name === 'ask' && source === window.opener) {
      frame = window.opener as Window;
      ask(true);
    } else if (source === frame && Object.hasOwn(answers, name)) answers[name]?.(message);
  });
  addEventListener('pageshow', ({ persisted }) => {
    // It has missed what the frame did meanwhile.
    if (persisted) location.reload();
  });
  return {
    frame: () => frame,
    saved,
    ask: () => ask(false),
    take: (hello) => {
      isTaken = true;
      basis = hello;
      const { entries, origin } = handOverOf(hello);
      merge(entries);
      const area: Area = {
        getItem: (name) => (typeof values[name] === 'string' ? values[name] : null),
        setItem: set,
        removeItem: (name) => set(name, null),
      };
      return { area, origin: typeof origin === 'string' ? origin : undefined };
    },
  };
}

const handOverOf = (hello: Received) => Object(hello['handOver']) as Partial<HandOver>;

function read(key: string): Received | undefined {
  const text = attempt(() => sessionStorage.getItem(key));
  return typeof text === 'string' ? (attempt(() => JSON.parse(text)) as Received | undefined) : undefined;
}

/** Undefined if the storage is blocked, full, or has something else. */
function attempt(task: () => unknown): unknown {
  try {
    return task();
  } catch {
    return undefined;
  }
}
