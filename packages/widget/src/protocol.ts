/**
 * Messages between the loader on the host page and the frame, sent by `postMessage`: objects with the field `parley`.
 * Each side checks the window and the origin of a message first, then its shape.
 */

/** The colours and the mode that a host page may set. */
export type Mode = 'auto' | 'light' | 'dark';

/** Messages from the loader to the frame. */
export type ToFrame =
  | {
      readonly parley: 'hello';
      readonly identity?: string;
      readonly mode?: Mode;
      readonly accent?: string;
      readonly language?: string;
      /** True if the page is written from right to left. */
      readonly mirrored?: boolean;
      /** Sealed data of the visitor that the page's storage has. */
      readonly kept?: string;
      readonly open: boolean;
    }
  /** Another tab has kept other sealed data. */
  | { readonly parley: 'kept'; readonly kept: string }
  | { readonly parley: 'open' }
  | { readonly parley: 'close' }
  | { readonly parley: 'user'; readonly identity: string }
  | { readonly parley: 'reset' };

/** Messages from the frame to the loader. The first one is sent before the frame knows the origin of its parent. */
export type ToLoader =
  | { readonly parley: 'hello' }
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
