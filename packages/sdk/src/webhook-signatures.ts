import { parseObject } from './core/envelope.ts';
import { newIdempotencyKey } from './core/request.ts';
import { ParleyError } from './errors.ts';
import type {
  GivenHeaders,
  RawBody,
  Secrets,
  SignOptions,
  UnwrapOptions,
  WebhookEvent,
  WebhookHeaders,
} from './webhook-messages.ts';

/** Its name differs between compilers' libraries. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Maximum signatures that are compared: one for each secret while it is rotated, and some of other versions. */
const MAX_SIGNATURES = 16;

/** Checks the signature of a request and returns its event, see `webhooks.unwrap`. */
// biome-ignore lint/complexity/useMaxParams: the order of the other clients that unwrap webhooks.
export const unwrap = async (
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
};

/** Signs a body, see `webhooks.sign`. */
export const sign = async (body: RawBody, { secret, id, timestamp }: SignOptions): Promise<WebhookHeaders> => {
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
