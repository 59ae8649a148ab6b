import { table } from '../../shared/report.ts';
import type { Measured, Outcome } from '../soak.ts';
import { choreNames } from '../tenants/chores.ts';
import type { Check } from './verdict.ts';

/** Rows of the table over time, beside the first and the last one. */
const mostRows = 40;

const MiB = 2 ** 20;

const head = [
  ...['after, s', 'phase', 'resident, MiB', 'peak', 'heap, MiB', 'descriptors', 'peak', 'threads'],
  ...['log, KiB', 'database, MiB', 'WAL, MiB', 'reads', 'p50, ms', 'p99', 'longest', 'control p99'],
  ...choreNames.map((name) => `${name}, s`),
];

/** Formats a run on one engine: a table over time, then each check. */
export function report(outcome: Outcome, checks: readonly Check[]): string {
  const { engine, seconds, measured, size } = outcome;
  const widths = { result: 10, name: Math.max(...checks.map(({ name }) => name.length)) };
  const lines = checks.map(
    ({ name, result, says }) => `${result.padEnd(widths.result)} ${name.padEnd(widths.name)}  ${says}`,
  );
  const failed = checks.filter(({ result }) => result === 'FAILED').map(({ name }) => name);
  const verdict = failed.length === 0 ? `${engine}: all right` : `${engine}: FAILED: ${failed.join(', ')}`;
  return [
    `# ${engine}, ${Math.round(seconds)} s, neighbours of ${size} size`,
    table(head, thinned(measured).map(rowOf)),
    lines.join('\n'),
    verdict,
  ].join('\n\n');
}

/** At most so many rows, evenly spread, with the first and the last one. */
function thinned(measured: readonly Measured[]): Measured[] {
  const step = Math.max(1, Math.ceil(measured.length / mostRows));
  return measured.filter((_, index) => index % step === 0 || index === measured.length - 1);
}

function rowOf({ phase, after, peak, reads, control, chores }: Measured): string[] {
  const size = (bytes: number | undefined) => (bytes === undefined ? '-' : (bytes / MiB).toFixed(1));
  const count = (number: number | undefined) => (number === undefined ? '-' : String(number));
  return [
    ...[after === undefined ? '-' : after.at.toFixed(0), phase.name],
    ...[size(after?.resident), size(peak.resident), size(after?.heap)],
    ...[count(after?.descriptors), count(peak.descriptors), count(after?.threads)],
    after === undefined ? '-' : (after.log / 1024).toFixed(0),
    ...[size(after?.database), size(after?.wal)],
    ...[count(reads.count), ...[reads.p50, reads.p99, reads.longest, control.p99].map((time) => time.toFixed(1))],
    ...choreNames.map((name) => (chores[name].longest / 1_000).toFixed(1)),
  ];
}
