import { setTimeout as wait } from 'node:timers/promises';
import { createAnswerCheck } from './empty-answer.ts';
import type { ModelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider, type Thought } from './model.ts';
import { toModelError } from './to-model-error.ts';

/**
 * Calls a provider within the limits: a timeout for the first part, for each further part and for the whole reply.
 * Retries failures that occur before the first part. Reasoning resets the running timeout but doesn't count as the
 * first part. An answer without text and without a call is a failure, too, after its `end`. Throws a `ModelError`, or the signal's reason if the signal has fired.
 */
export async function* callModel(
  provider: Provider,
  request: ModelRequest,
  limits: ModelLimits,
): AsyncGenerator<ModelPart> {
  const deadline = performance.now() + limits.whole;
  for (let attempt = 0; ; attempt += 1) {
    // A signal that has already fired emits no more events.
    request.signal.throwIfAborted();
    const watch = createWatch(request.signal, limits, deadline);
    let delay: number;
    // No generator of its own for an attempt: each one costs an open reply memory, and a token three promises.
    try {
      let ended = false;
      const answer = createAnswerCheck(request.messages);
      for await (const part of provider.stream({ ...request, turn: request.signal, signal: watch.signal })) {
        watch.hear(part);
        if (part.type === 'thought') continue;
        answer.see(part);
        ended = part.type === 'end';
        yield part;
      }
      watch.signal.throwIfAborted();
      if (!ended) throw new ModelError('broken', 'it ended its reply without finishing the answer');
      answer.expectContent();
      return;
    } catch (error) {
      delay = watch.delayAfter(error, attempt);
    } finally {
      watch.close();
    }
    // An aborted wait throws its own error; throw the signal's reason instead.
    await wait(delay, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted());
  }
}

/** Watches an attempt: its signal fires with that of the request, or at a timeout. `deadline` is by `performance.now()`. */
function createWatch(request: AbortSignal, limits: ModelLimits, deadline: number) {
  const controller = new AbortController();
  const timeOut = (message: string) => () => controller.abort(new ModelError('timeout', message));
  const stop = () => controller.abort(request.reason);
  const whole = setTimeout(timeOut('it took too long for the whole answer'), Math.max(0, deadline - performance.now()));
  let silence = setTimeout(timeOut('it took too long to begin its answer'), limits.firstToken);
  let begun = false;
  request.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    /** Returns the delay before the next attempt after an error, in ms. Throws the failure if it stands. */
    delayAfter: (error: unknown, attempt: number): number => {
      request.throwIfAborted();
      // If the signal fired, its reason counts, whatever error the provider's package throws.
      const failure = toModelError(controller.signal.aborted ? controller.signal.reason : error);
      const delay = begun || attempt >= limits.retries ? undefined : delayOf(failure, attempt, limits);
      if (delay === undefined || performance.now() + delay > deadline) throw failure;
      return delay;
    },
    /** Takes a part. Throws the signal's reason if it has fired. */
    hear: ({ type }: ModelPart | Thought): void => {
      controller.signal.throwIfAborted();
      if (begun || type === 'thought' || type === 'reasoning') silence.refresh();
      else {
        clearTimeout(silence);
        silence = setTimeout(timeOut('it stopped in the middle of its answer'), limits.idle);
        begun = true;
      }
    },
    /** Closes the connection of a reply that is no longer read. */
    close: (): void => {
      clearTimeout(whole);
      clearTimeout(silence);
      request.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}

/** Returns the delay before the next attempt in ms, or undefined if a retry can't help. */
export function delayOf(
  { kind, reason, status = 0, retryAfter }: ModelError,
  attempt: number,
  limits: Pick<ModelLimits, 'retryDelay' | 'maxRetryAfter'>,
): number | undefined {
  const temporary =
    kind === 'unreachable' || (kind === 'refused' && (status === 408 || status === 429 || status >= 500));
  if (!temporary || reason === 'quota_used_up') return undefined;
  if (retryAfter === undefined) return limits.retryDelay * 2 ** attempt;
  return retryAfter * 1000 > limits.maxRetryAfter ? undefined : retryAfter * 1000;
}
