/** True if a value is an object with fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the subject of a JSON Web Token, unverified: it only tells visitors of this device apart. Null if it can't be
 * read.
 */
export function subjectOf(identity: string): string | null {
  try {
    const payload = (identity.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(claims) && typeof claims['sub'] === 'string' ? claims['sub'] : null;
  } catch {
    return null;
  }
}

/** 128 random bits. Not `randomUUID`: browsers offer it only on https and localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The delay before an attempt in ms: doubled each time, up to 15 s, a quarter of it random. */
export const backoff = (attempts: number): number =>
  Math.min(500 * 2 ** Math.min(attempts, 10), 15_000) * (0.75 + Math.random() / 4);

/** Waits some ms, less if the browser comes online or the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
