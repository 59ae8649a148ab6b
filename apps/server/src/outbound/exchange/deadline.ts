/** The time limits of one request. The signal fires when one is reached, or when the caller aborts. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Limits the next phase to `milliseconds`; ends the limit of the phase before. */
  phase(milliseconds: number, onTimeout: () => Error): void;
  /** Ends the limit of the current phase. */
  rest(): void;
  /** Ends the request with a reason, unless it has ended. */
  abort(reason: unknown): void;
  /** Stops all timers. */
  end(): void;
}

/** Starts the time limits of a request. */
export function startDeadline(total: number, onTimeout: () => Error, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = (reason: unknown) => {
    end();
    controller.abort(reason);
  };
  const onAbort = () => abort(caller?.reason);
  const whole = setTimeout(() => abort(onTimeout()), total);
  let phase: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(whole);
    clearTimeout(phase);
    caller?.removeEventListener('abort', onAbort);
  };
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    phase: (milliseconds, onPhaseTimeout) => {
      clearTimeout(phase);
      if (controller.signal.aborted) return;
      phase = setTimeout(() => abort(onPhaseTimeout()), milliseconds);
    },
    rest: () => clearTimeout(phase),
    abort,
    end,
  };
}

/** Resolves like a promise that can't be cancelled, or rejects with the signal's reason if that fires first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
