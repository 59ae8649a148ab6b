/**
 * Messages between the loader on the host page and the frame, sent by `postMessage`: objects with the field `parley`.
 * Each side checks the window and the origin of a message first, then its shape.
 */

/** The colours and the mode that a host page may set. */
export type Mode = 'auto' | 'light' | 'dark';

/** Context of a host page. The frame leaves out invalid parts, and the service verifies nothing of it. */
export interface PageContext {
  /** An http or https URL. */
  readonly url?: string;
  readonly title?: string;
  /** The page that linked to it; empty for none. */
  readonly referrer?: string;
  /** Whatever else the page knows: max 20 values, texts of at most 200 characters. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** Stored entries of a channel by their keys; null for one that isn't there. */
export type Entries = Readonly<Record<string, string | null>>;

/** A visit that continues in another window. */
export interface HandOver {
  /** The origin of the host page; undefined if it is unknown. */
  readonly origin?: string | undefined;
  readonly entries: Entries;
}

/** The visit that a pop-out has when it asks its frame; empty if it is new. */
export interface HeldVisit {
  readonly entries?: Entries | undefined;
  readonly identity?: string | undefined;
  /** True if the visit goes on, so that only the same visitor can continue it. */
  readonly isRunning?: boolean;
}

/** Messages from the loader to the frame, and from the frame to its pop-out. */
export type ToFrame =
  | {
      readonly parley: 'hello';
      readonly identity?: string | undefined;
      readonly mode?: Mode | undefined;
      readonly accent?: string | undefined;
      readonly language?: string | undefined;
      /** True if the page is written from right to left. */
      readonly mirrored?: boolean;
      /** Sealed data of the visitor that the page's storage has. */
      readonly kept?: string | undefined;
      readonly open: boolean;
      /** True if the chat is a part of the page, which can't be closed. */
      readonly inline?: boolean;
      readonly context?: PageContext;
      /** The visit that a frame hands over to its pop-out. */
      readonly handOver?: HandOver;
    }
  /** Other tabs or the frame have changed entries of a pop-out. */
  | { readonly parley: 'entries'; readonly entries: Entries }
  /** The frame of another page has found the pop-out by its name. */
  | { readonly parley: 'ask' }
  /** The pop-out ends: the chat continues in the frame, perhaps with another visitor. */
  | { readonly parley: 'end' }
  /** Another tab has kept other sealed data. */
  | { readonly parley: 'kept'; readonly kept: string }
  /** The visitor has clicked a bubble: its text greets in the chat. */
  | { readonly parley: 'greeting'; readonly text: string }
  | { readonly parley: 'open' }
  | { readonly parley: 'close' }
  | { readonly parley: 'user'; readonly identity: string }
  | { readonly parley: 'reset' }
  /** Text for the composer, unless there is a draft. */
  | { readonly parley: 'prefill'; readonly text: string }
  /** Text to send as the visitor. */
  | { readonly parley: 'send'; readonly text: string }
  /** The page has changed; fields that are left out keep their values. */
  | { readonly parley: 'context'; readonly context: PageContext };

/**
 * Messages from the frame to the loader, and from a pop-out to its frame. The first one is sent before the frame knows
 * the origin of its parent; a pop-out knows that of its frame, and tells what it has kept from before a reload.
 */
export type ToLoader =
  | ({ readonly parley: 'hello' } & HeldVisit)
  /** The visitor has changed entries in the pop-out. */
  | { readonly parley: 'entries'; readonly entries: Entries }
  | {
      readonly parley: 'ready';
      readonly title: string;
      readonly accent?: string;
      readonly accentText?: string;
      /** The accessible name of the launcher, and the words for `{count}` unread replies, in the chat's language. */
      readonly label?: string;
      readonly unread?: string;
    }
  /** Sealed data of the visitor to keep; empty once it is forgotten. */
  | { readonly parley: 'kept'; readonly kept: string }
  | { readonly parley: 'close' }
  | { readonly parley: 'unread'; readonly count: number }
  | { readonly parley: 'message'; readonly id: string; readonly role: string; readonly conversation: string }
  | { readonly parley: 'error'; readonly code: string; readonly message: string };

/** A colour as the channel's settings have it: `#rrggbb`. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** True if a value is a mode. */
export const isMode = (value: unknown): value is Mode => value === 'auto' || value === 'light' || value === 'dark';

/** Max length of a JSON Web Token that is passed on, in characters; the service has the same limit. */
const maxIdentity = 2000;

/** True if a value can be an identity: three parts of base64url. The service verifies it. */
export const isIdentity = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxIdentity && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);

/** Max length of sealed data that a page keeps, in characters. */
export const maxKept = 100_000;

/** True if a value can be sealed data; empty for none. */
export const isKept = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxKept && /^[\w+/=.]*$/.test(value);

/** True if a value can be a language (BCP 47). */
export const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(value);

/** True if a value can be the text of a bubble; the service has the same limit, in characters. */
export const isGreeting = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/** True if a value is a channel's ID. */
export const isChannel = (value: unknown): value is string =>
  typeof value === 'string' && /^channel_[0-9a-z]{1,64}$/.test(value);

/** The fields of a message of ours; undefined if it is anything else. */
export function readMessage(data: unknown): (Record<string, unknown> & { parley: string }) | undefined {
  if (typeof data !== 'object' || data === null || !('parley' in data) || typeof data.parley !== 'string') {
    return undefined;
  }
  return data as Record<string, unknown> & { parley: string };
}

/** The name of the window of a channel's pop-out. */
export const windowName = (channel: string): string => `parley:${channel}`;

/** Max length of a text that a page may fill in or send, in characters; a channel's `messageLength` may be less. */
const maxText = 100_000;

/** True if a value can be a text for the composer. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxText;

/** Limits of a context in characters, except the number of attributes; the service has the same. */
const contextLimits = { url: 2_000, title: 300, value: 200, attributes: 20 } as const;

const isValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** True if an attribute can be a part of a context: its name, and its value. */
const isAttribute = ([name, value]: readonly [string, unknown]) => /^[a-z][\w.-]{0,39}$/i.test(name) && isValue(value);

/** Returns a sentence about the attributes that `readContext` leaves out; undefined if it leaves out none. */
export function problemOf(attributes: unknown): string | undefined {
  const given = Object.entries(attributes ?? {}).filter(([, value]) => value !== null);
  const wrong = given.find((entry) => !isAttribute(entry));
  if (wrong !== undefined) {
    return `set can’t take ${JSON.stringify(wrong[0])}: names have 1 to 40 of A-Z, a-z, 0-9, _, . and -, begin with a letter, and values are texts, finite numbers, booleans or null.`;
  }
  const { attributes: many } = contextLimits;
  return given.length > many ? `set takes at most ${many} attributes, not ${given.length}.` : undefined;
}

/** Reads a context that a page sends: cuts long texts, and leaves out what is no part of one. */
export function readContext(value: unknown): PageContext | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { url, title, referrer, attributes } = value as Record<string, unknown>;
  const { url: longest, title: most, value: mostOfValue, attributes: many } = contextLimits;
  const isUrl = (text: unknown): text is string =>
    typeof text === 'string' && text.length <= longest && /^https?:\/\/[^/]/i.test(text);
  const entries = typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : undefined;
  const kept = entries
    ?.filter(isAttribute)
    .slice(0, many)
    .map(([name, each]) => [name, typeof each === 'string' ? each.slice(0, mostOfValue) : each]);
  return {
    ...(isUrl(url) && { url }),
    ...(typeof title === 'string' && { title: title.slice(0, most) }),
    ...((referrer === '' || isUrl(referrer)) && { referrer }),
    ...(kept && { attributes: Object.fromEntries(kept) as NonNullable<PageContext['attributes']> }),
  };
}
