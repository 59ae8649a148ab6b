import { describe, expect, test } from 'vitest';
import type { Sample } from '../../../../bench/soak/judging/samples.ts';
import { growthOf } from '../../../../bench/soak/judging/trend.ts';
import { judge } from '../../../../bench/soak/judging/verdict.ts';
import { neighbours } from '../../../../bench/soak/neighbours/index.ts';
import { phasesOf } from '../../../../bench/soak/phases.ts';
import type { Measured, Outcome } from '../../../../bench/soak/soak.ts';

const MiB = 2 ** 20;
const [neighbour] = neighbours;
if (neighbour === undefined) throw new Error('There is no neighbour.');

/** A phase of a minute, after which the process had so much memory. */
function measured(
  minute: number,
  name: string,
  { resident = 200 * MiB, p99 = 2, control = 1, sync = 400 } = {},
): Measured {
  const sizes = { heap: 50 * MiB, log: 0, database: 0, wal: 0 };
  const after: Sample = { at: minute * 60, resident, descriptors: 50, threads: 12, ...sizes };
  const times = (longest: number) => ({ count: 3_000, p50: 1, p99: longest, longest });
  const phase = { name, neighbours: [], seconds: 60 };
  const chores = { sync: times(sync), parse: times(500), deliver: times(300) };
  return { phase, after, peak: { resident, descriptors: 60 }, reads: times(p99), control: times(control), chores };
}

const minutes = Array.from({ length: 20 }, (_, minute) => minute + 1);

/** A run of 21 minutes in which nothing is wrong. */
const flawless: Outcome = {
  ...{ engine: 'sqlite', seconds: 1_260, size: 'full', exit: 0, died: false, neighbourFailures: [], log: '' },
  measured: [measured(0, 'alone'), ...minutes.map((minute) => measured(minute, neighbour.name))],
  tenant: { requests: 60_000, failed: 0, failures: [] },
  totals: { [neighbour.name]: { counts: { ...neighbour.least.full }, answers: { '429 rate_limited': 3 }, cut: {} } },
  settled: {
    descriptors: { before: 60, after: 55 },
    grown: [],
    log: { bytes: 0, lines: 0, messages: {}, stalls: 0, bugs: [] },
  },
};

/** The names of failed checks. */
const failed = (changes: Partial<Outcome>, force = false) =>
  judge({ ...flawless, ...changes }, [neighbour], force)
    .filter(({ result }) => result === 'FAILED')
    .map(({ name }) => name);

const with_ = (of: (minute: number) => { resident?: number; p99?: number; control?: number; sync?: number }) => [
  measured(0, 'alone'),
  ...minutes.map((minute) => measured(minute, neighbour.name, of(minute))),
];

describe('the verdict of a soak', () => {
  test('a flawless run passes', () => expect(failed({})).toEqual([]));

  const { settled, totals } = flawless;
  const of = totals[neighbour.name] ?? { counts: {}, answers: {}, cut: {} };
  const cases: Record<string, [changes: Partial<Outcome>, failing: string[]]> = {
    'a server that ended': [{ died: true, exit: 'SIGKILL' }, ['the server serves to the end', 'it stops in order']],
    'a request without an answer': [
      { tenant: { requests: 9, failed: 1, failures: ['GET: 503'] } },
      ['the tenant is answered'],
    ],
    'descriptors that stay open': [
      { settled: { ...settled, descriptors: { before: 60, after: 160 } } },
      ['descriptors are closed'],
    ],
    'rows that stay': [
      { settled: { ...settled, grown: [{ table: 'messages', before: 1, after: 2 }] } },
      ['rows are given back'],
    ],
    'a bug in the log': [{ settled: { ...settled, log: { ...settled.log, bugs: ['{}'] } } }, ['no bug is logged']],
    'a log that grows by 2 MiB a minute': [
      { settled: { ...settled, log: { ...settled.log, bytes: 42 * MiB } } },
      ['the log is bounded'],
    ],
    'a neighbour that did too little': [{ totals: {} }, [neighbour.name]],
    'a refusal without a code': [{ totals: { [neighbour.name]: { ...of, answers: { '503': 1 } } } }, [neighbour.name]],
    'an internal error': [
      { totals: { [neighbour.name]: { ...of, answers: { '500 internal_error': 1 } } } },
      [neighbour.name],
    ],
    'memory that grows by 1 MiB a minute': [
      { measured: with_((minute) => ({ resident: (200 + 2 * minute) * MiB })) },
      ['resident memory is flat'],
    ],
    'reads that take five times as long': [
      { measured: with_(() => ({ p99: 10 })) },
      [`the tenant beside ${neighbour.name}`],
    ],
    'reads that take five times as long, and a millisecond of it for the control, too': [
      { measured: with_(() => ({ p99: 10, control: 2 })) },
      [`the tenant beside ${neighbour.name}`],
    ],
    'a sync that takes more than 5 s': [
      { measured: with_(() => ({ sync: 6_000 })) },
      [`sync beside ${neighbour.name}`],
    ],
  };
  test.each(Object.entries(cases))('%s fails', (_name, [changes, failing]) => {
    expect(failed(changes)).toEqual(failing);
  });

  test('reads that take longer because the machine is busy pass', () => {
    expect(failed({ measured: with_(() => ({ p99: 10, control: 3 })) })).toEqual([]);
    // A control that is faster than alone grants nothing, and takes nothing.
    expect(failed({ measured: with_(() => ({ p99: 8, control: 0.1 })) })).toEqual([]);
  });

  test('syncs that are slow alone, too, and one that is slow once, pass', () => {
    const slow = [measured(0, 'alone', { sync: 3_000 }), ...with_(() => ({ sync: 11_000 })).slice(1)];
    expect(failed({ measured: slow })).toEqual([]);
    expect(failed({ measured: with_((minute) => ({ sync: minute === 7 ? 60_000 : 400 })) })).toEqual([]);
  });

  test('memory that grows in the first half only, and single peaks, pass', () => {
    const resident = (minute: number) => (minute === 15 ? 900 : 200 + 20 * Math.min(minute, 9)) * MiB;
    expect(failed({ measured: with_((minute) => ({ resident: resident(minute) })) })).toEqual([]);
  });

  test('trends and times of a short run are judged only on demand', () => {
    const short = { seconds: 60, measured: with_((minute) => ({ resident: (200 + 2 * minute) * MiB, p99: 10 })) };
    expect(failed(short)).toEqual([]);
    expect(failed(short, true)).toEqual(['resident memory is flat', `the tenant beside ${neighbour.name}`]);
  });
});

test('growth is the Theil–Sen slope over the duration, as a share of the median', () => {
  const points = [10, 11, 12, 13, 14].map((value, at) => ({ at, value }));
  expect(growthOf(points)).toEqual({ absolute: 4, share: 4 / 12 });
  expect(growthOf([...points.slice(0, 4), { at: 4, value: 1_000 }]).absolute).toBeLessThan(10);
});

describe('the phases of a run', () => {
  const names = ['a', 'b', 'c'];
  test('a short run gives each neighbour one turn', () => {
    const phases = phasesOf(60, names);
    expect(phases.map(({ name }) => name)).toEqual(['alone', ...names]);
    expect(phases.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(60);
  });
  test('a long run gives them many, and then has all at once', () => {
    const phases = phasesOf(1_800, names);
    expect(phases.slice(0, 6).map(({ name }) => name)).toEqual(['alone', ...names, 'all at once', 'a']);
    expect(phases.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThan(1_700);
  });
});
