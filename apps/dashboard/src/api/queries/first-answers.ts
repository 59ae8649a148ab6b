declare global {
  /** Answers that `index.html` has asked for, by their addresses (`scripts/preload-pages.mjs`). */
  var firstAnswers: Record<string, Promise<Response>> | undefined;
}

/** Takes an answer that `index.html` has asked for; undefined for another address. Each is taken once. */
export function takeFirst(url: string, { method = 'GET' }: RequestInit): Promise<Response> | undefined {
  const { [url]: found, ...rest } = globalThis.firstAnswers ?? {};
  if (found === undefined || method !== 'GET') return undefined;
  globalThis.firstAnswers = rest;
  return found;
}

/** Forgets the answers that no one took for the first page: later, they would be old. */
export function forgetFirst(): void {
  globalThis.firstAnswers = undefined;
}
