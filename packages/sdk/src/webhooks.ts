import { parseObject } from './core/envelope.ts';
import { newIdempotencyKey } from './core/request.ts';
import { ParleyError } from './errors.ts';
import type { WorkspaceWebhookEvent } from './event-types.ts';

/** A message for a user of a channel of the type `webhook`: a reply of its agent, or of a person. */
export interface WebhookMessageEvent {
  readonly type: 'message';
  /** When it was sent: ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly channel: string;
    readonly conversation: string;
    /** The ID of the message, which is also the `webhook-id`: the same if it is sent again. */
    readonly message: string;
    readonly user: { readonly id: string; readonly name?: string };
    /** The `conversation` that came with the user's message; null if it had none. */
    readonly thread: string | null;
    /** Markdown. */
    readonly text: string;
    /** `human` after a person has taken over. */
    readonly role: 'assistant' | 'human';
  };
}

/** Sent when someone checks the channel in the dashboard; needs an answer of 2xx only. */
export interface WebhookTestEvent {
  readonly type: 'test';
  readonly timestamp: string;
  readonly data: { readonly channel: string };
}

/**
 * An event that Parley sends: a message of a channel, its test, or an event of a workspace. A newer service may send
 * other types, so give every `switch` a default.
 */
export type WebhookEvent = WebhookMessageEvent | WebhookTestEvent | WorkspaceWebhookEvent;

/** The three headers of a signed request; `webhook-timestamp` is in seconds since 1970. */
export type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** A body as it was sent. Parsed and written again, JSON can have other bytes, and then another signature. */
type RawBody = string | Uint8Array | ArrayBuffer;

/** Headers as frameworks pass them; upper and lower case are the same. */
type GivenHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A secret (`whsec_…`), or the old and the new one while it is rotated. */
type Secrets = string | readonly string[];

/** Options of `webhooks.unwrap`. */
export interface UnwrapOptions {
  /** Maximum difference in s between the time of the request and now (300). */
  readonly tolerance?: number | undefined;
}

/** Options of `webhooks.sign`. */
export interface SignOptions {
  readonly secret: Secrets;
  /** The same for each attempt, so that the request counts once; random unless set. */
  readonly id?: string | undefined;
  /** Now unless set; a number is seconds since 1970. */
  readonly timestamp?: Date | number | undefined;
}

/** Its name differs between compilers' libraries. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Maximum signatures that are compared: one for each secret while it is rotated, and some of other versions. */
const MAX_SIGNATURES = 16;

/** Checks and makes signatures of Standard Webhooks 1.0. Needs no client and no API key. */
export const webhooks = {
  /**
   * Returns the event of a request from Parley. Throws a `ParleyError` with the code `invalid_webhook_signature` unless
   * it is signed with the secret, or one of several, and at most `tolerance` seconds old. Signatures are compared in
   * constant time.
   *
   * @example
   * const event = await webhooks.unwrap(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
   */
  // biome-ignore lint/complexity/useMaxParams: the order of the other clients that unwrap webhooks.
  unwrap: async (
    body: RawBody,
    headers: GivenHeaders,
    secret: Secrets | undefined,
    { tolerance = 300 }: UnwrapOptions = {},
  ): Promise<WebhookEvent> => {
    const keys = await keysOf(secret);
    const bytes = bytesOf(body);
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      headerOf(headers, name),
    );
    if (!id || !timestamp || !signature) throw refusal('The request lacks a header of Standard Webhooks.');
    const age = Math.abs(Date.now() / 1000 - Number(timestamp));
    if (!/^\d{1,12}$/.test(timestamp) || !(age <= tolerance)) {
      throw refusal(
        `The request is not from the last ${tolerance} s. Compare the clocks, or it was sent again by others.`,
      );
    }
    if (!(await isSigned(contentOf(id, timestamp, bytes), { signature, keys }))) {
      throw refusal('No signature of the request matches. Check the secret, and pass the body as it arrived.');
    }
    const event = parseObject(new TextDecoder().decode(bytes));
    if (event === undefined) throw new ParleyError('The body is no JSON object.', { code: 'invalid_argument' });
    return event as unknown as WebhookEvent;
  },

  /**
   * Returns the headers that sign a body, for requests to Parley and for tests of your own receiver. With several
   * secrets, there is a signature by each.
   *
   * @example
   * const headers = await webhooks.sign(body, { secret, id: message.id });
   */
  sign: async (body: RawBody, { secret, id, timestamp }: SignOptions): Promise<WebhookHeaders> => {
    const keys = await keysOf(secret);
    const ownId = id ?? `msg_${newIdempotencyKey()}`;
    if (!/^[\x21-\x7e]{1,255}$/.test(ownId))
      throw new ParleyError('id must have 1 to 255 printable ASCII characters.', { code: 'invalid_argument' });
    const time = String(secondsOf(timestamp));
    const content = contentOf(ownId, time, bytesOf(body));
    const signatures = keys.map(async (key) => `v1,${base64(await crypto.subtle.sign('HMAC', key, content))}`);
    return {
      'webhook-id': ownId,
      'webhook-timestamp': time,
      'webhook-signature': (await Promise.all(signatures)).join(' '),
    };
  },
};

const refusal = (message: string) => new ParleyError(message, { code: 'invalid_webhook_signature' });

function secondsOf(timestamp: Date | number = Date.now() / 1000): number {
  const seconds = Math.floor(timestamp instanceof Date ? timestamp.getTime() / 1000 : timestamp);
  if (seconds >= 0 && seconds < 1e12) return seconds;
  throw new ParleyError('timestamp must be a valid Date, or seconds since 1970.', { code: 'invalid_argument' });
}

async function keysOf(secret: Secrets | undefined): Promise<Key[]> {
  const secrets = [secret ?? []].flat() as readonly string[];
  if (secrets.length === 0) throw badSecret();
  return await Promise.all(secrets.map(keyOf));
}

async function keyOf(secret: string): Promise<Key> {
  const bytes = bytesIn(
    String(secret)
      .trim()
      .replace(/^whsec_/, ''),
  );
  if (bytes === undefined) throw badSecret();
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

const badSecret = () =>
  new ParleyError('secret must be the signing secret of the channel or webhook, whsec_…, or a list of such.', {
    code: 'invalid_argument',
  });

/** The bytes of a Base64 text; undefined if the text is invalid or empty. */
function bytesIn(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    return binary === '' ? undefined : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new ParleyError('body must be the text or the bytes of the request as it arrived, before any JSON parser.', {
    code: 'invalid_argument',
  });
}

/** The bytes that are signed. */
function contentOf(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

interface Signed {
  readonly signature: string;
  readonly keys: readonly Key[];
}

async function isSigned(content: Uint8Array<ArrayBuffer>, { signature, keys }: Signed): Promise<boolean> {
  for (const part of signature.split(' ').slice(0, MAX_SIGNATURES)) {
    const given = part.startsWith('v1,') ? bytesIn(part.slice(3)) : undefined;
    if (given === undefined) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, given, content)) return true;
  }
  return false;
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const all: Iterable<readonly [string, string | readonly string[] | undefined]> =
    Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [key, value] of all) if (key.toLowerCase() === name) return [value ?? []].flat()[0];
  return undefined;
}
