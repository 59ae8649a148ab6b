/** A time limit that can be paused. */
export interface Clock {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Starts a clock, which calls `onEnd` after `ms` without its pauses, unless it is stopped before. */
export function startClock(ms: number, onEnd: () => void): Clock {
  let left = ms;
  let from = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= performance.now() - from;
  };
  const resume = () => {
    if (isStopped || timer !== undefined) return;
    from = performance.now();
    timer = setTimeout(onEnd, Math.max(left, 0));
  };
  resume();
  return {
    pause,
    resume,
    stop: () => {
      pause();
      isStopped = true;
    },
  };
}
