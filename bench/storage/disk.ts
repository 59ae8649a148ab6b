import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '../shared/load.ts';

/** Measures the disk alone: one writer appends 4 KiB and waits for the flush, repeatedly. */
export function appendAndSync(folder: string, duration: number): { perSecond: number; p50: number } {
  const file = join(folder, 'append.bin');
  const block = Buffer.alloc(4096, 1);
  const times: number[] = [];
  const descriptor = openSync(file, 'w');
  const started = performance.now();
  try {
    while (performance.now() - started < duration) {
      const before = performance.now();
      writeSync(descriptor, block);
      fdatasyncSync(descriptor);
      times.push(performance.now() - before);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  times.sort((a, b) => a - b);
  return { perSecond, p50: percentile(times, 0.5) };
}
