import type { BenchOptions } from '../shared/options.ts';
import { fine, type Target, table, targetTable, whole } from '../shared/report.ts';
import type { appendAndSync } from '../storage/disk.ts';

/** The medians of one operation over some rounds; times in milliseconds. */
export interface Middle {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The measurements of a run. */
export interface Results {
  /** By `operation @connections`. */
  readonly results: ReadonlyMap<string, Middle>;
  /** 1,000 GET a second: alone, and beside 1,000 POST a second. */
  readonly mixed: { readonly alone: Middle; readonly beside: Middle; readonly writes: Middle };
  readonly disk: ReturnType<typeof appendAndSync>;
  readonly started: {
    readonly ready: number;
    /** Memory in MiB. */
    readonly began: number;
    readonly idle: number;
    readonly loaded: number;
  };
}

/** Formats the run as Markdown: every figure beside its control, then the targets. */
export function report({ results, mixed, disk, started }: Results, options: BenchOptions): string {
  const { agents, rounds, duration, hotSet } = options;
  const at = (name: string) => {
    const found = results.get(name);
    if (found === undefined) throw new Error(`Nothing was measured as ${name}.`);
    return found;
  };
  const rate = (name: string) => at(name).perSecond;
  const rows = [...results].map(([name, { perSecond, p50, p99 }]) => {
    const bare = rate(`GET, bare node:http @${name.split('@')[1]}`);
    return [name, whole(perSecond), fine(perSecond / bare), fine(p50), fine(p99)];
  });
  const mixedRow = (name: string, { perSecond, p50, p99 }: Middle) => [name, whole(perSecond), fine(p50), fine(p99)];
  const targets: Target[] = [
    {
      what: 'GET hot / bare, 64 connections',
      value: rate('GET hot @64') / rate('GET, bare node:http @64'),
      kind: 'least',
      bound: 0.3,
    },
    {
      what: 'GET uniform / bare, 64',
      value: rate('GET uniform @64') / rate('GET, bare node:http @64'),
      kind: 'least',
      bound: 0.22,
    },
    {
      what: 'GET hot / hand-written, 64',
      value: rate('GET hot @64') / rate('GET hot, hand-written @64'),
      kind: 'least',
      bound: 0.65,
    },
    {
      what: 'GET uniform / hand-written, 64',
      value: rate('GET uniform @64') / rate('GET uniform, hand-written @64'),
      kind: 'least',
      bound: 0.65,
    },
    { what: 'POST / append and fdatasync, 64', value: rate('POST @64') / disk.perSecond, kind: 'least', bound: 3 },
    { what: 'p99 of GET beside POST, ms', value: mixed.beside.p99, kind: 'most', bound: 5 },
    { what: 'the same / read-only p99', value: mixed.beside.p99 / mixed.alone.p99, kind: 'most', bound: 4 },
    { what: 'ready, ms', value: started.ready, kind: 'most', bound: 500 },
    { what: 'idle memory, MiB', value: started.idle, kind: 'most', bound: 90 },
  ];
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms; hot: ${whole(hotSet)} of them.`,
    table(['operation @connections', 'per second', 'x bare', 'p50 ms', 'p99 ms'], rows),
    table(
      ['at a fixed rate', 'per second', 'p50 ms', 'p99 ms'],
      [
        mixedRow('GET alone', mixed.alone),
        mixedRow('GET beside POST', mixed.beside),
        mixedRow('POST beside GET', mixed.writes),
      ],
    ),
    `Disk: ${whole(disk.perSecond)} appends of 4 KiB with fdatasync a second (p50 ${fine(disk.p50)} ms). Ready in ` +
      `${whole(started.ready)} ms; ${whole(started.idle)} MiB idle (${whole(started.began)} at its first response), ` +
      `${whole(started.loaded)} MiB after the load.`,
    targetTable(targets),
  ].join('\n\n');
}
