import { expect } from 'vitest';
import { loggedEvents } from '../logged-events.ts';
import { type Command, command } from './command.ts';
import {
  type AgentBody,
  dataOf,
  expectRefused,
  lackOfScope,
  type Model,
  pick,
  sendAs,
  visibleAgents,
} from './model.ts';
import type { Actor, World } from './world.ts';

/** The sort orders of a list. */
export const sorts = ['name', '-name', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const;

/** A whole list: reads every page in the given order. */
export interface ListChoice {
  readonly by: number;
  /** A workspace by its number; undefined lists all within reach, -1 is one that doesn't exist. */
  readonly place?: number | undefined;
  readonly sort?: (typeof sorts)[number] | undefined;
  readonly status?: AgentBody['status'] | undefined;
  readonly model?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly includeTotal?: boolean | undefined;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The default page size. */
const usualLimit = 20;

export const listAgents = (choice: ListChoice): Command =>
  command('list', choice, async (model, world) => {
    const { by, place, ...filters } = choice;
    const actor = pick(world.actors, by);
    const workspaceId = workspaceOf(world, place);
    const query = { ...filters, workspaceId };
    const refusal = lackOfScope(actor, 'agents:read');
    if (refusal === undefined) return expectPages(world, actor, { query, expected: expectedList(model, actor, query) });
    expectRefused(await sendAs(world, actor, { method: 'GET', path: pathOf(query) }), refusal);
  });

function workspaceOf({ workspaces }: World, place: number | undefined): string | undefined {
  if (place === undefined) return undefined;
  return place < 0 ? 'ws_nowhere' : pick(workspaces, place);
}

/** Every page but the last is full. The last isn't empty after a full one, and together they are the list. */
async function expectPages(
  world: World,
  actor: Actor,
  { query, expected }: { query: Query; expected: readonly AgentBody[] },
): Promise<void> {
  const limit = Number(query['limit'] ?? usualLimit);
  const total = query['includeTotal'] === true ? { total: expected.length } : {};
  let cursor: string | undefined;
  let start = 0;
  do {
    const page = dataOf(await sendAs(world, actor, { method: 'GET', path: pathOf({ ...query, cursor }) }));
    const { nextCursor } = page;
    expect(page).toEqual({ items: expected.slice(start, start + limit), nextCursor, ...total });
    start += limit;
    if (start < expected.length) expect(nextCursor).toMatch(/^[\w-]+$/);
    else expect(nextCursor).toBeNull();
    cursor = nextCursor === null ? undefined : String(nextCursor);
  } while (cursor !== undefined);
}

function pathOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = given.map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/agents${given.length === 0 ? '' : `?${new URLSearchParams(parameters)}`}`;
}

type Wanted = Omit<ListChoice, 'by' | 'place'> & { readonly workspaceId: string | undefined };

function expectedList(model: Model, actor: Actor, wanted: Wanted): AgentBody[] {
  const { sort = '-createdAt', q = '' } = wanted;
  const field = sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'name';
  const sign = sort.startsWith('-') ? -1 : 1;
  const matches = (agent: AgentBody) =>
    (wanted.workspaceId ?? agent.workspace) === agent.workspace &&
    (wanted.status ?? agent.status) === agent.status &&
    (wanted.model ?? agent.model) === agent.model &&
    [agent.name, agent.description].some((text) => fold(text).includes(fold(q)));
  return visibleAgents(model, actor)
    .filter(matches)
    .sort((a, b) => sign * (byBytes(fold(a[field]), fold(b[field])) || byBytes(a._id, b._id)));
}

/** Searching and sorting ignore case. */
const fold = (text: string): string => text.toLowerCase();

/** The order of both engines: by UTF-8 bytes, which is the order of code points. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Each actor sees exactly the agents in its reach, and the database contains no others. */
export async function expectNothingElse(model: Model, world: World): Promise<void> {
  const { db } = world.service;
  for (const by of world.actors.keys()) {
    await listAgents({ by, sort: pick(sorts, by), limit: 2, includeTotal: true }).run(model, world);
  }
  const agents = db.query.selectFrom('agents').select('id').where('workspace_id', 'in', world.workspaces);
  const ids = (await db.read(agents)).map(({ id }) => id);
  expect(ids.sort()).toEqual([...model.agents.keys()].sort());
  const events = await loggedEvents(db, '"agent":');
  const counts = new Map<string, number>();
  for (const { type, workspace } of events) {
    if (!type.startsWith('agent.') || workspace === null || !world.workspaces.includes(workspace)) continue;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  expect(counts).toEqual(model.events);
  const uses = db.query.selectFrom('agent_sources').select(['agent_id', 'source_id']).orderBy('agent_id');
  const used = [...model.agents.values()].flatMap(({ body }) =>
    body.knowledgeSources.map((source) => ({ agent_id: body._id, source_id: source })),
  );
  used.sort((a, b) => byBytes(a.agent_id, b.agent_id));
  expect(await db.read(uses.where('workspace_id', 'in', world.workspaces))).toEqual(used);
}
