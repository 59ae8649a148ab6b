import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Interval between updates of a countdown, in ms. */
const interval = 250;

/** Whole seconds left until a time (ms since 1970); 0 after it, and 0 without one. */
export function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(tick, interval);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

/** `42 s`, `119 s`, `14 min 35 s`. */
export function secondsText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 2 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

/** A sentence with the seconds left. Screen readers announce it once, not every second. */
export function Countdown({ seconds, sentence }: { seconds: number; sentence: (left: string) => string }) {
  const [first] = useState(() => sentence(secondsText(seconds)));
  return (
    <>
      <span aria-hidden="true">{sentence(secondsText(seconds))}</span>
      <VisuallyHidden>{first}</VisuallyHidden>
    </>
  );
}
