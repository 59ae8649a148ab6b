import type { Neighbour } from '../neighbours/neighbour.ts';
import { usualRefusals } from '../neighbours/neighbour.ts';
import { alone, shortestJudged, together } from '../phases.ts';
import type { Outcome } from '../soak.ts';
import { choreNames } from '../tenants/chores.ts';
import type { Sample } from './samples.ts';
import { spareDescriptors } from './settle.ts';
import { growthOf, secondHalf } from './trend.ts';

/** One thing that was judged, or why it was not. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'FAILED' | 'not judged';
  readonly says: string;
}

/** Max growth of memory, descriptors and logs over the second half of a run, as a share. */
const mostGrowth = 0.05;
/** Max factor by which the tenant's reads may be slower beside a neighbour, at the 99th percentile. */
const mostSlowdown = 4;
/**
 * Max time of the tenant's work in the background beside a neighbour, in ms, if four times as long as alone is less.
 */
const choreMs = 5_000;
/** The least samples of a trend. */
const leastSamples = 6;
/** Max growth of the log in a minute, in bytes. */
const mostLog = 1024 * 1024;

/**
 * Series that are followed over time, with the growth below which it is noise: a few sockets, or pages of an allocator.
 */
const series: readonly { name: string; of: (sample: Sample) => number; noise: number; unit: number }[] = [
  { name: 'resident memory', of: ({ resident }) => resident, noise: 8 * 2 ** 20, unit: 2 ** 20 },
  { name: 'heap and buffers', of: ({ heap }) => heap, noise: 2 * 2 ** 20, unit: 2 ** 20 },
  { name: 'descriptors', of: ({ descriptors }) => descriptors, noise: 16, unit: 1 },
  { name: 'threads', of: ({ threads }) => threads, noise: 2, unit: 1 },
];

/**
 * Judges a run. Counts and invariants are judged always; trends and times only in a run that is long enough, or if
 * `force` is set, because on a busy machine both vary by more than the bounds.
 */
export function judge(outcome: Outcome, neighbours: readonly Neighbour[], force: boolean): Check[] {
  const isLong = force || outcome.seconds >= shortestJudged;
  const checks = [...ofServer(outcome), ...neighbours.map((neighbour) => ofNeighbour(outcome, neighbour))];
  const why = `not in less than ${shortestJudged / 60} minutes for an engine`;
  const { stalls } = outcome.settled.log;
  const watch = check('no read of one row is held up', stalls === 0, `${stalls} took more than 3 s, as the log says`);
  const timed = [watch, ...trends(outcome), ...slowdowns(outcome), ...waits(outcome)];
  return [
    ...checks,
    ...(isLong
      ? timed
      : timed.map((check) => ({ ...check, result: 'not judged' as const, says: `${check.says}; ${why}` }))),
  ];
}

const check = (name: string, isRight: boolean, says: string): Check => ({
  name,
  result: isRight ? 'ok' : 'FAILED',
  says,
});

function ofServer({ died, exit, tenant, neighbourFailures, settled, seconds }: Outcome): Check[] {
  const { descriptors, grown, log } = settled;
  const failures = tenant.failures.map((failure) => `\n    ${failure}`).join('');
  const rows = grown.map(({ table, before, after }) => `${table} ${before} → ${after}`).join(', ');
  const permitted = mostLog * Math.max(1, seconds / 60);
  return [
    check('the server serves to the end', !died, died ? `it ended with ${exit}` : 'it did'),
    check('it stops in order', exit === 0, `exit code ${exit}`),
    check(
      'the tenant is answered',
      tenant.failed === 0 && tenant.requests > 0,
      `${tenant.requests} requests, ${tenant.failed} without the right answer${failures}`,
    ),
    check(
      'neighbours find what they must, and delete what they stored',
      neighbourFailures.length === 0,
      neighbourFailures.join('; ') || 'they did',
    ),
    check(
      'descriptors are closed',
      descriptors !== undefined && descriptors.after <= descriptors.before + spareDescriptors,
      descriptors === undefined
        ? 'the server had ended'
        : `${descriptors.before} with the tenant alone, ${descriptors.after} at the end, ${spareDescriptors} to spare`,
    ),
    check('rows are given back', grown.length === 0, rows || 'no table has more rows than before'),
    check('no bug is logged', log.bugs.length === 0, log.bugs.map((bug) => `\n    ${bug}`).join('') || 'none'),
    check('the log is bounded', log.bytes <= permitted, `${log.lines} lines, ${Math.round(log.bytes / 1024)} KiB`),
  ];
}

function ofNeighbour(
  { totals, size }: Outcome,
  { name, least, meets = [], refusals = usualRefusals }: Neighbour,
): Check {
  const { counts = {}, answers = {}, cut = {} } = totals[name] ?? {};
  const lazy = Object.entries(least[size]).filter(([what, number]) => (counts[what] ?? 0) < number);
  const missed = size === 'full' ? meets.filter((answer) => answers[answer] === undefined) : [];
  const strange = Object.keys(answers).filter((answer) => !isRefusal(answer, refusals));
  const list = (numbers: Readonly<Record<string, number>>) =>
    Object.entries(numbers)
      .map(([what, number]) => `${number} × ${what}`)
      .join(', ');
  const problems = [
    ...lazy.map(([what, number]) => `sent ${counts[what] ?? 0} ${what} of at least ${number}`),
    ...missed.map((answer) => `never got ${answer}`),
    ...strange.map((answer) => `got ${answer}`),
  ];
  const told = [list(counts), list(answers), Object.keys(cut).length > 0 ? `cut: ${list(cut)}` : '']
    .filter((part) => part !== '')
    .join(' | ');
  return check(name, problems.length === 0, [...problems, told].join('; '));
}

/** True if an answer is a success, or a refusal with a documented status and code. */
function isRefusal(answer: string, refusals: readonly number[]): boolean {
  const [status = '', code] = answer.split(' ', 2);
  if (Number(status) < 300) return true;
  return refusals.includes(Number(status)) && code !== undefined && code !== 'internal_error';
}

function trends({ measured }: Outcome): Check[] {
  const samples = measured.flatMap(({ after }) => after ?? []);
  return series.map(({ name, of, noise, unit }) => {
    const points = secondHalf(samples.map((sample) => ({ at: sample.at, value: of(sample) })));
    const { share, absolute } = growthOf(points);
    const isFlat = share <= mostGrowth || absolute <= noise;
    const percent = `${(share * 100).toFixed(1)} %`;
    const grown = `${(absolute / unit).toFixed(1)}${unit > 1 ? ' MiB' : ''}`;
    const says = `${percent} over the second half (${grown}, Theil–Sen, ${points.length} samples)`;
    if (points.length < leastSamples) return { name: `${name} is flat`, result: 'not judged', says };
    return check(`${name} is flat`, isFlat, says);
  });
}

/**
 * The 99th percentile of the tenant beside each neighbour, without what the control lost in the same turn: the median
 * over its turns.
 */
function slowdowns({ measured }: Outcome): Check[] {
  const first = measured.find(({ phase }) => phase.name === alone);
  const [usual, usualControl] = [first?.reads.p99 ?? Number.NaN, first?.control.p99 ?? Number.NaN];
  const names = [...new Set(measured.map(({ phase }) => phase.name))].filter((name) => name !== alone);
  return names.map((name) => {
    const turns = measured.filter(({ phase }) => phase.name === name);
    const lost = turns.map(({ control }) => Math.max(0, control.p99 - usualControl));
    const own = medianOf(turns.map(({ reads }, turn) => reads.p99 - (lost[turn] ?? 0)));
    const times = own / usual;
    const p99 = medianOf(turns.map(({ reads }) => reads.p99));
    const says =
      `p99 ${p99.toFixed(1)} ms; without what a control lost (${medianOf(lost).toFixed(1)}) ` +
      `${own.toFixed(1)}, ${times.toFixed(1)} times ${usual.toFixed(1)} ms alone`;
    // If all neighbours run together, their processes compete with the server for the cores, so the times say little
    // about it.
    if (name === together) return { name: `the tenant beside ${name}`, result: 'not judged', says };
    return check(`the tenant beside ${name}`, times <= mostSlowdown, says);
  });
}

/**
 * Checks the waiting time of each kind of the tenant's background work beside each neighbour: the median of its turns.
 */
function waits({ measured }: Outcome): Check[] {
  const first = measured.find(({ phase }) => phase.name === alone);
  const names = [...new Set(measured.map(({ phase }) => phase.name))].filter((name) => name !== alone);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return names.flatMap((name) =>
    choreNames.flatMap((chore) => {
      const turns = measured.filter(({ phase, chores }) => phase.name === name && chores[chore].count > 0);
      if (turns.length === 0) return [];
      const longest = medianOf(turns.map(({ chores }) => chores[chore].longest));
      const usual = first?.chores[chore].longest ?? Number.NaN;
      const says = `${seconds(longest)}, ${seconds(usual)} alone`;
      const title = `${chore} beside ${name}`;
      if (name === together) return [{ name: title, result: 'not judged' as const, says }];
      return [check(title, longest <= Math.max(choreMs, mostSlowdown * usual), says)];
    }),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
