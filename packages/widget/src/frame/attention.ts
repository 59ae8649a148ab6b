/**
 * Time for which a page may be hidden before its stream ends, in ms: a visitor who looks at another tab briefly comes
 * back.
 */
const awayMs = 30_000;

/** A signal that is aborted when the page has been hidden for a while; `stop` looks no longer. */
export interface Attention {
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Looks whether the page is seen. A browser opens only six connections to a service over HTTP/1.1, and the streams of
 * forgotten tabs would use them up.
 */
export function watchAttention(): Attention {
  const away = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(() => away.abort(), awayMs);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return {
    signal: away.signal,
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}

/** Waits until the page is seen, or the signal is aborted. */
export function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}
