import type { Endpoint } from '../../src/http/endpoint.ts';
import type { Service } from '../harness.ts';
import { envelopeProblems, type Wire, type WireReply } from '../processes/wire.ts';
import { fingerprintOf, inParallel, summaryOf } from './answers.ts';
import { type Cell, cellsOf, describeCell, isInert, prepare, type Rows } from './cells.ts';
import { changesSince, databaseState } from './database-state.ts';
import { sendAll } from './sending.ts';
import { makeSubject } from './subjects.ts';
import { accountMarker, places, sideOf, type World } from './world.ts';

interface Answered {
  readonly cell: Cell;
  readonly reply: WireReply;
}

/** The server under test, and the endpoints that are called. */
export interface Setting {
  readonly service: Pick<Service, 'db' | 'features' | 'advance'>;
  readonly world: World;
  readonly wire: Wire;
  readonly endpoints: readonly Endpoint[];
  /** The rows of the endpoints, if they aren't those of the product. */
  readonly rows?: Rows;
}

/**
 * Sends every request of a subject to every endpoint. Returns the differences from the contract, one sentence each:
 * other answers, effects of requests without any, and answers that tell of what the subject can't see.
 */
export async function permissionProblems(setting: Setting, name: string): Promise<string[]> {
  const { world, endpoints, rows } = setting;
  const subject = await makeSubject(world, name);
  // A visitor sends as few requests a minute as may fail to authenticate.
  const refused = subject.refused !== undefined || subject.kind === 'visitor';
  const cells = cellsOf(endpoints, subject, rows);
  const inert = cells.filter(isInert);
  const effective = cells.filter((cell) => !inert.includes(cell));

  const requests = await inParallel(inert, (cell) => prepare(world, cell));
  const before = await databaseState(setting.service.db);
  const inVain = await sendAll(setting, requests, refused);
  const effects = await changesSince(setting.service, before);
  const effectiveRequests = await inParallel(effective, (cell) => prepare(world, cell));
  const replies = [...inVain, ...(await sendAll(setting, effectiveRequests, false))];

  const answered = [...inert, ...effective].map((cell, index): Answered => {
    const reply = replies[index];
    if (reply === undefined) throw new Error(`${describeCell(cell)} was not answered.`);
    return { cell, reply };
  });
  return [
    ...effects.map((change) => `A request without effect left ${change}`),
    ...answered.flatMap(surprise),
    ...answered.flatMap((answer) => leaks(world, answer)),
    ...tellTale(answered),
  ];
}

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
