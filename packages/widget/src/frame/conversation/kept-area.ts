import { maxKept } from '../../protocol.ts';
import type { Area } from './storage.ts';
import { isObject } from './values.ts';

/** Data of a visitor that the host page keeps, sealed, for a frame whose own storage is blocked. */
export interface KeptArea extends Area {
  /** Takes what the page at an origin has kept, unless this frame has changed or forgotten data meanwhile. */
  open(sealed: string, origin: string): Promise<void>;
}

/** Dependencies of a kept area. */
export interface KeptNeeds {
  readonly channel: string;
  /** The key of the channel (AES-256) in base64, which the service writes into the frame; empty for none. */
  readonly key: string;
  /** Gives the page other data to keep; an empty text deletes it. */
  post(sealed: string): void;
}

/** Lifetime of kept data from its last change, in ms: 30 days. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

const nonceLength = 12;

/**
 * Creates an area in memory whose sealed copy the host page keeps. The page can't read it, because only frames of the
 * instance get the key, and data of one page is of no use on another: its origin is authenticated (AES-GCM). Without
 * Web Crypto, which browsers offer on https and localhost only, nothing leaves the frame. See decision 0077.
 */
export function createKeptArea({ channel, key, post }: KeptNeeds): KeptArea {
  const values = new Map<string, string>();
  /** Undefined until the page has said hello. */
  let page: string | undefined;
  let version = 0;
  let isSealing = false;
  const { subtle } = crypto;
  const isAble = subtle !== undefined && key !== '';
  let imported: Promise<CryptoKey> | undefined;
  const cryptoKey = () => {
    imported ??= subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
    return imported;
  };
  const parameters = (iv: Uint8Array<ArrayBuffer>, origin: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${channel} ${origin}`),
  });

  const seal = async (isShort: boolean, origin: string): Promise<string> => {
    const entries = [...values].map(([name, value]) => [name, portable(value, isShort)]);
    const text = JSON.stringify({ at: Date.now(), values: Object.fromEntries(entries) });
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
    const data = await subtle.encrypt(parameters(nonce, origin), await cryptoKey(), new TextEncoder().encode(text));
    const sealed = base64Of(new Uint8Array([...nonce, ...new Uint8Array(data)]));
    if (sealed.length <= maxKept) return sealed;
    // Too much was written: the conversation is kept, and what isn't sent is lost with this page.
    return isShort ? '' : seal(true, origin);
  };
  const publish = async () => {
    version += 1;
    if (!isAble || isSealing || page === undefined) return;
    isSealing = true;
    try {
      for (let sealed = -1; sealed !== version && values.size > 0; ) {
        sealed = version;
        const text = await seal(false, page);
        // Changed or forgotten meanwhile: only the newest data leaves the frame.
        if (sealed === version) post(text);
      }
    } catch {
      // A browser that can't seal keeps the data in this frame alone.
    }
    isSealing = false;
  };

  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => {
      values.set(name, value);
      void publish();
    },
    removeItem: (name) => {
      values.delete(name);
      void publish();
      if (values.size === 0) post('');
    },
    open: async (sealed, origin) => {
      page = origin;
      if (!isAble || sealed === '') return;
      const before = version;
      try {
        const bytes = bytesOf(sealed);
        const [nonce, data] = [bytes.slice(0, nonceLength), bytes.slice(nonceLength)];
        const text = await subtle.decrypt(parameters(nonce, origin), await cryptoKey(), data);
        const opened: unknown = JSON.parse(new TextDecoder().decode(text));
        if (version !== before || !isObject(opened) || !isObject(opened['values'])) return;
        if (!(Date.now() - Number(opened['at']) < lifetime)) return;
        for (const [name, value] of Object.entries(opened['values'])) values.set(name, `${value}`);
      } catch {
        // Of another key or page, or changed: as if nothing had been kept.
      }
    },
  };
}

/**
 * An entry as it leaves the frame. The token of a verified visitor stays: the next visit needs a proof anyway. `isShort`
 * leaves out the draft and unsent messages.
 */
function portable(value: string, isShort: boolean): string {
  const entry = JSON.parse(value) as { readonly sub: string | null; readonly kept: object };
  const kept = {
    ...entry.kept,
    ...(entry.sub !== null && { token: '' }),
    ...(isShort && { draft: '', unsent: [] }),
  };
  return JSON.stringify({ ...entry, kept });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
