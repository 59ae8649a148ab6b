import type { Progress, ProgressUnit, Report } from '../storage/progress.ts';

/** Interval at which a line is rewritten on a terminal, in ms. */
const redrawEvery = 200;

/** Time for which work goes on in silence on a terminal, in ms: most commands end sooner. */
const quietFor = 500;

/** Interval at which a line is written without a terminal, in ms. */
const lineEvery = 10_000;

/** After this long the rate of a step is known well enough to be shown, in ms. */
const rateAfter = 1_000;

/** Interval at which the elapsed time is updated while nothing is reported, in ms. */
const tickEvery = 1_000;

/** Output of the progress, and the clock for its times. */
interface ProgressSettings {
  readonly stream: {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
    write(text: string): unknown;
  };
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Shows how far one command is. */
interface ProgressLine {
  readonly report: Report;
  /** Shows the elapsed time if nothing was reported for a while. */
  tick(): void;
  /** Removes the line from a terminal. */
  end(): void;
}

/** Shows progress as one line that is rewritten on a terminal, and as a line each ten seconds elsewhere. */
export function createProgress({ stream, now }: ProgressSettings): ProgressLine {
  const terminal = stream.isTTY === true;
  let current: Progress | undefined;
  let step = { what: '', at: now(), from: 0 };
  let next = now() + (terminal ? quietFor : lineEvery);
  let drawn = false;

  const show = () => {
    if (current === undefined) return;
    const text = describe(current, { elapsed: now() - step.at, from: step.from });
    // A line that wraps could not be rewritten.
    stream.write(terminal ? `\r\x1b[2K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`);
    drawn = true;
    next = now() + (terminal ? redrawEvery : lineEvery);
  };
  const tick = () => {
    if (now() >= next) show();
  };
  return {
    report: (progress) => {
      if (progress.what !== step.what) step = { what: progress.what, at: now(), from: progress.done ?? 0 };
      current = progress;
      if (terminal && progress.holds === true) show();
      else tick();
    },
    tick,
    end: () => {
      if (terminal && drawn) stream.write('\r\x1b[2K');
      current = undefined;
    },
  };
}

/** Runs work that reports, and shows its progress on standard error until it ends. */
export async function withProgress<Result>(work: (report: Report) => Promise<Result>): Promise<Result> {
  const line = createProgress({ stream: process.stderr, now: () => performance.now() });
  const timer = setInterval(line.tick, tickEvery);
  try {
    return await work(line.report);
  } finally {
    clearInterval(timer);
    line.end();
  }
}

interface Elapsed {
  readonly elapsed: number;
  /** Amount that was done when the step began to be shown. */
  readonly from: number;
}

/** `Copying the database: 1.2 of 3.4 GiB, 85.0 MiB/s, 26 s left`. */
function describe({ what, done, of, unit }: Progress, { elapsed, from }: Elapsed): string {
  if (done === undefined || of === undefined || unit === undefined) return `${what}: ${duration(elapsed)}`;
  const amount = amountOf(done, of, unit);
  const rate = ((done - from) * 1000) / elapsed;
  if (elapsed < rateAfter || rate <= 0) return `${what}: ${amount}`;
  const left = duration((Math.max(0, of - done) * 1000) / rate);
  return `${what}: ${amount}, ${rateOf(rate, unit)}, ${left} left`;
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** The power of 1,024 in which a number of bytes is shown. */
const powerOf = (bytes: number) => Math.max(0, Math.min(4, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));

const inPower = (bytes: number, power: number) => (bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1);

function amountOf(done: number, of: number, unit: ProgressUnit): string {
  if (unit !== 'bytes') return `${done} of ${of} ${unit}`;
  const power = powerOf(of);
  return `${inPower(Math.min(done, of), power)} of ${inPower(of, power)} ${byteUnits[power]}`;
}

function rateOf(rate: number, unit: ProgressUnit): string {
  if (unit !== 'bytes') return `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} ${unit}/s`;
  const power = powerOf(rate);
  return `${inPower(rate, power)} ${byteUnits[power]}/s`;
}

/** A duration in its two largest units: `26 s`, `3 min 5 s`, `1 h 12 min`. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
