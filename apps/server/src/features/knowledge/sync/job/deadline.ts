import { SourceFailure } from '../../../../extract/document.ts';

/** Max duration of a sync, in ms. */
const maxSyncMs = 60 * 60_000;

const late = () =>
  new SourceFailure('sync_timeout', {
    message: `The sync took longer than ${maxSyncMs / 60_000} minutes.`,
    hint: 'Read less at once: set maxPages, include or exclude, or divide the source.',
    retry: false,
  });

/** A signal that is aborted with another one, and with a reason in words when the time is up. */
export function deadline(outer: AbortSignal): { readonly signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => controller.abort(late()), maxSyncMs);
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', follow);
    },
  };
}
