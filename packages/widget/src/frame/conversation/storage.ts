import type { Entries } from '../../protocol.ts';
import { isObject } from './values.ts';

/** A message that the service may not have received. */
export interface Unsent {
  /** The `clientMessageId` and the `Idempotency-Key`: whatever is repeated under it is one message. */
  readonly key: string;
  readonly content: string;
  /** Null if it starts a conversation. */
  readonly conversation: string | null;
}

/** Data of a visitor that this device keeps. */
export interface Kept {
  /** Empty if it isn't kept here: that of a verified visitor stays in its own frame. */
  readonly token: string;
  readonly visitor: string;
  readonly conversation: string | null;
  readonly draft: string;
  readonly unsent: readonly Unsent[];
  /** True if the visitor has left the last conversation, so that none is resumed. */
  readonly startedOver: boolean;
  /** The last message that was seen. */
  readonly seen: string | null;
  /** The time (ISO 8601) of the last message that was seen in each of the latest conversations, by their IDs. */
  readonly readUntil: Readonly<Record<string, string>>;
}

/** Kept data of one visitor; `sub` is null if the visitor isn't signed in. */
export interface Slot {
  read(): Kept | undefined;
  write(kept: Kept): void;
  forget(): void;
}

/** Kept data of a channel: signed-in visitors and others apart, so that neither sees the other's chat. */
export interface Storage {
  slot(sub: string | null): Slot;
  forget(): void;
  /** The entries as they are stored, for another window of the same origin. */
  entries(): Entries;
  /** Stores entries of another window. */
  take(entries: Entries): void;
  /** True if an entry of another window is of a visitor who is stored here. */
  knows(entries: Entries): boolean;
}

/** Storage of texts by key. */
export type Area = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The first storage that works here: browsers block the storages of frames, and hold less in private windows. Undefined
 * if none does.
 */
export function findArea(): Area | undefined {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const area = globalThis[name];
      area.setItem('parley:test', '1');
      area.removeItem('parley:test');
      return area;
    } catch {
      // Blocked or full: the next one.
    }
  }
  return undefined;
}

/** The storage of a channel in an area, which may be replaced. */
export function createStorage(channel: string, areaNow: () => Area): Storage {
  const key = (sub: string | null) => `parley:${channel}:${sub === null ? 'visitor' : 'user'}`;
  const keys = [key(null), key('')];
  const forget = (sub: string | null) => areaNow().removeItem(key(sub));
  return {
    slot: (sub) => ({
      read: () => {
        const stored = parse(areaNow().getItem(key(sub)));
        return stored?.sub === sub ? stored.kept : undefined;
      },
      write: (kept) => {
        try {
          areaNow().setItem(key(sub), JSON.stringify({ sub, kept }));
        } catch {
          // Full: the chat goes on without being kept.
        }
      },
      forget: () => forget(sub),
    }),
    forget: () => {
      forget(null);
      forget('');
    },
    entries: () => Object.fromEntries(keys.map((name) => [name, areaNow().getItem(name)])),
    knows: (entries) =>
      keys.some((name) => {
        const visitor = parse(entries[name] ?? null)?.kept.visitor;
        return visitor !== undefined && visitor === parse(areaNow().getItem(name))?.kept.visitor;
      }),
    take: (entries) => {
      for (const name of keys) {
        const text = entries[name];
        if (text === undefined) continue;
        if (text === null) areaNow().removeItem(name);
        else areaNow().setItem(name, text);
      }
    },
  };
}

function parse(text: string | null): { sub: string | null; kept: Kept } | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !isObject(value['kept'])) return undefined;
  const { token, visitor, conversation, draft, unsent, seen, startedOver, readUntil } = value['kept'];
  if (typeof token !== 'string' || typeof visitor !== 'string') return undefined;
  const kept = {
    token,
    visitor,
    conversation: typeof conversation === 'string' ? conversation : null,
    draft: typeof draft === 'string' ? draft : '',
    unsent: Array.isArray(unsent) ? (unsent.filter(isUnsent) as Unsent[]) : [],
    startedOver: startedOver === true,
    seen: typeof seen === 'string' ? seen : null,
    readUntil: isObject(readUntil) ? (readUntil as Record<string, string>) : {},
  };
  return { sub: typeof value['sub'] === 'string' ? value['sub'] : null, kept };
}

const isUnsent = (value: unknown): boolean =>
  isObject(value) && typeof value['key'] === 'string' && typeof value['content'] === 'string';
