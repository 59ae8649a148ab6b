import { setTimeout as wait } from 'node:timers/promises';
import type { ModelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider } from './model.ts';
import { toModelError } from './vendor.ts';

/**
 * Asks a provider within the limits: a time for the first piece, for each further one and for the whole; again, a few
 * times, where it fails before the first. While a model thinks aloud it isn't silent, but gives no piece. Throws a
 * `ModelError`, or the signal's reason once that has fired.
 */
export async function* callModel(
  provider: Provider,
  request: ModelRequest,
  limits: ModelLimits,
): AsyncGenerator<ModelPart> {
  const deadline = performance.now() + limits.whole;
  for (let attempt = 0; ; attempt += 1) {
    const state = { begun: false };
    try {
      yield* attemptOnce(provider, request, { limits, deadline, state });
      return;
    } catch (error) {
      request.signal.throwIfAborted();
      const failure = toModelError(error);
      const delay = state.begun || attempt >= limits.retries ? undefined : delayOf(failure, attempt, limits);
      if (delay === undefined || performance.now() + delay > deadline) throw failure;
      // A wait that is cut short throws an error of its own.
      await wait(delay, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted());
    }
  }
}

interface Attempt {
  readonly limits: ModelLimits;
  /** By the process' own clock. */
  readonly deadline: number;
  readonly state: { begun: boolean };
}

async function* attemptOnce(provider: Provider, request: ModelRequest, { limits, deadline, state }: Attempt) {
  // One that has fired before tells nobody any more.
  request.signal.throwIfAborted();
  const controller = new AbortController();
  const give = (message: string) => () => controller.abort(new ModelError('timeout', message));
  const stop = () => controller.abort(request.signal.reason);
  const whole = setTimeout(give('it took too long for the whole answer'), Math.max(0, deadline - performance.now()));
  let silence = setTimeout(give('it took too long to begin its answer'), limits.firstToken);
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    let ended = false;
    for await (const part of provider.stream({ ...request, signal: controller.signal })) {
      controller.signal.throwIfAborted();
      if (part.type === 'thought') {
        silence.refresh();
        continue;
      }
      if (state.begun) silence.refresh();
      else {
        clearTimeout(silence);
        silence = setTimeout(give('it stopped in the middle of its answer'), limits.idle);
        state.begun = true;
      }
      ended = part.type === 'end';
      yield part;
    }
    controller.signal.throwIfAborted();
    if (!ended) throw new ModelError('broken', 'it ended its reply without finishing the answer');
  } catch (error) {
    // However a provider's package puts it, what ended the attempt is why the signal fired.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
    request.signal.removeEventListener('abort', stop);
    // Lets go of a reply that nobody reads on.
    controller.abort();
  }
}

/** The milliseconds before another attempt, or undefined where that can't help. */
function delayOf(
  { kind, status = 0, retryAfter }: ModelError,
  attempt: number,
  limits: ModelLimits,
): number | undefined {
  const temporary =
    kind === 'unreachable' || (kind === 'refused' && (status === 408 || status === 429 || status >= 500));
  if (!temporary) return undefined;
  if (retryAfter === undefined) return limits.retryDelay * 2 ** attempt;
  return retryAfter * 1000 > limits.maxRetryAfter ? undefined : retryAfter * 1000;
}
