import type { ProviderSettings } from '../providers/settings.ts';
import type { Json } from './json.ts';

/** The base URL of OpenAI's API. */
export const openaiUrl = 'https://api.openai.com/v1';

/** The members of a response that are read here. */
export interface Responding {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): ChunkReader };
}

/** A chunk of a body; without a value at its end. */
export interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array;
}

/** Reads the chunks of a body one by one. */
export interface ChunkReader {
  read(): Promise<Chunk>;
  cancel(): Promise<void>;
}

/** A request of OpenAI's API to a provider; `path` follows the base URL. */
export interface Posting {
  readonly settings: Pick<ProviderSettings, 'apiKey' | 'baseUrl'>;
  readonly fetch: typeof globalThis.fetch;
  readonly path: string;
  readonly body: Json;
  readonly signal: AbortSignal;
}

/** Sends a request of OpenAI's API. */
export async function post({ settings, fetch, path, body, signal }: Posting): Promise<Responding> {
  const { apiKey, baseUrl = openaiUrl } = settings;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const response = await fetch(`${baseUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  return response as Responding;
}

/** Reads the text of a response to its end; the `fetch` limits its size. */
export async function textOf({ body }: Responding): Promise<string> {
  const [chunks, decoder] = [body.getReader(), new TextDecoder()];
  let text = '';
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}
