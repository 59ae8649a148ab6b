import { ParleyError } from '../errors.ts';
import { checkKey, type Fetch, type KeySource, type Settings } from './settings.ts';

/**
 * Returns the `fetch` of the settings; if the key comes from a function, one that asks it before each attempt. A header
 * of the caller wins over the key.
 */
export function withKey({ fetch, apiKey }: Pick<Settings, 'fetch' | 'apiKey'>): Fetch {
  if (typeof apiKey !== 'function') return fetch;
  return async (url, init) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await ask(apiKey, init.signal)}`);
    return fetch(url, { ...init, headers });
  };
}

/** The key, unless the attempt ends before the function has returned it. */
async function ask(source: KeySource, signal: AbortSignal | null | undefined): Promise<string> {
  let leave = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    return checkKey(await Promise.race([call(source), aborted]));
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

async function call(source: KeySource): Promise<string> {
  try {
    return await source();
  } catch (cause) {
    throw new ParleyError('The function in apiKey has failed; `cause` says why.', { cause, code: 'invalid_api_key' });
  }
}
