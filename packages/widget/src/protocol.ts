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
      readonly open: boolean;
    }
  | { readonly parley: 'open' }
  | { readonly parley: 'close' }
  | { readonly parley: 'user'; readonly identity: string }
  | { readonly parley: 'reset' };

/** Messages from the frame to the loader. The first one is sent before the frame knows the origin of its parent. */
export type ToLoader =
  | { readonly parley: 'hello' }
  | { readonly parley: 'ready'; readonly title: string; readonly accent?: string; readonly accentText?: string }
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
