import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { engines } from '../engines.ts';
import { service } from '../harness.ts';
import { envelopeProblems, openWire, type Wire, type WireReply } from '../wire.ts';
import { fingerprintOf, inParallel, summaryOf } from './answers.ts';
import { type Cell, cellsOf, describeCell, prepare } from './cells.ts';
import { changesBetween, databaseState } from './database-state.ts';
import { endpointsOf } from './routes.ts';
import { sendAll } from './sending.ts';
import { makeSubject, subjects } from './subjects.ts';
import { accountMarker, buildWorld, places, sideOf, type World } from './world.ts';

interface Answered {
  readonly cell: Cell;
  readonly reply: WireReply;
}

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe.each(engines)('permissions, on %s', (engine) => {
  const running = service(engine);
  let world: World;
  let wire: Wire;
  let endpoints: readonly Endpoint[];

  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
    endpoints = endpointsOf(running.features);
  });
  afterAll(() => wire.close());

  const ask = async (cells: readonly Cell[], { inVain, refused }: { inVain: boolean; refused: boolean }) => {
    const requests = await inParallel(cells, (cell) => prepare(world, cell));
    const before = await databaseState(running.db);
    const replies = await sendAll({ service: running, wire }, requests, refused);
    if (inVain) expect(changesBetween(before, await databaseState(running.db))).toEqual([]);
    return replies.map((reply, index): Answered => ({ cell: cells[index] as Cell, reply }));
  };

  it.each(Object.keys(subjects))('%s', async (name) => {
    const subject = await makeSubject(world, name);
    const refused = subject.refused !== undefined;
    const cells = cellsOf(endpoints, subject);
    const inert = cells.filter(({ endpoint, expected }) => endpoint.method === 'GET' || expected.status >= 400);
    const effective = cells.filter((cell) => !inert.includes(cell));

    const answered = [
      ...(await ask(inert, { inVain: true, refused })),
      ...(await ask(effective, { inVain: false, refused: false })),
    ];

    expect(answered).toHaveLength(cells.length);
    expect(answered.flatMap(surprise)).toEqual([]);
    expect(answered.flatMap((answer) => leaks(world, answer))).toEqual([]);
    expect(tellTale(answered)).toEqual([]);
  });
});

/** The answer if it differs from the contract; otherwise undefined. */
function surprise({ cell, reply }: Answered): string[] {
  const { status, code } = cell.expected;
  const expected = code === undefined ? String(status) : `${status} ${code}`;
  const bare = cell.row.bare === true && reply.status < 400;
  const problems = (bare ? [] : envelopeProblems(reply)).map((problem) => `${describeCell(cell)} ${problem}`);
  if (summaryOf(reply) === expected) return problems;
  const got = `${summaryOf(reply)} in place of ${expected}: ${reply.text.slice(0, 200)}`;
  return [...problems, `${describeCell(cell)}: ${got}`];
}

/** Parts of an answer about places that its reader can't see. An open invitation is visible to anyone with its link. */
function leaks({ sites }: World, { cell, reply }: Answered): string[] {
  if (cell.row.needs === 'nothing') return [];
  const { roles } = cell.subject;
  const text = `${JSON.stringify(reply.headers)}${reply.text}`;
  const outside = places.filter((place) => roles[place] === undefined);
  const sides = (['ours', 'theirs'] as const).filter(
    (side) => !places.some((place) => sideOf(place) === side && ['admin', 'owner'].includes(roles[place] ?? '')),
  );
  const unseen = [
    ...outside.flatMap((place) => [sites[place].marker, sites[place].workspace]),
    ...sides.map(accountMarker),
  ];
  return unseen
    .filter((secret) => text.includes(secret))
    .map((secret) => `${describeCell(cell)} tells of ${secret}: ${text.slice(0, 400)}`);
}

/** Answers that distinguish an ID out of reach from one that never existed. */
function tellTale(answered: readonly Answered[]): string[] {
  const byCell = new Map(answered.map((answer) => [describeCell(answer.cell), answer]));
  return answered.flatMap(({ cell, reply }) => {
    const varied = Object.entries(cell.aims).find(([, aim]) => aim !== 'home' && aim !== 'absent');
    if (varied === undefined) return [];
    const [slot, aim] = varied;
    const unknown = byCell.get(describeCell({ ...cell, aims: { ...cell.aims, [slot]: 'unknown' } }));
    if (unknown === undefined || JSON.stringify(unknown.cell.expected) !== JSON.stringify(cell.expected)) return [];
    const visible = cell.expected.status < 400 && Object.hasOwn(cell.subject.roles, aim);
    if (visible || fingerprintOf(unknown.reply) === fingerprintOf(reply)) return [];
    return [`${describeCell(cell)}: ${fingerprintOf(reply)} is not ${fingerprintOf(unknown.reply)}`];
  });
}
