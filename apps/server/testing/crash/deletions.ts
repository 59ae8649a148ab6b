import type { Engine } from '../../src/storage/database.ts';
import type { TestDatabase } from '../databases/postgres.ts';
import { migratedDatabase } from '../databases/temp-postgres.ts';
import { fillWorkspace } from '../fixtures/full-workspace.ts';
import { addHistory } from '../fixtures/history.ts';
import { type Person, password, type Service, startService } from '../harness.ts';
import { type AnyRow, everyRow, idsOf, naming } from '../memory/left-behind.ts';
import { pepper } from '../processes/pepper.ts';
import type { Environment } from '../processes/program.ts';
import { type RawRequest, send, signIn } from '../request.ts';
import { tempFolder } from '../temp-folder.ts';

/** Long enough for several portions. */
const history = { channels: 1, conversations: 80, messages: 4 } as const;

/** A workspace or a person to delete. */
interface Doomed {
  /** Asks a server to delete it; resolves with whether that was acknowledged. */
  remove(url: string): Promise<boolean>;
  /** Returns the state that a server shows: `whole`, `gone`, or one in between. */
  stateOn(url: string): Promise<string>;
}

/** An installation with people and workspaces. Pairs of them are deleted. */
export interface Town {
  readonly dataDir: string;
  readonly database: TestDatabase | undefined;
  /** Environment variables for its servers. */
  readonly env: Environment;
  /** A workspace and a person each. */
  readonly doomed: readonly (readonly [Doomed, Doomed])[];
  /** The rows that name anything of the deleted, but those that stay. */
  leftBehind(service: Service): Promise<AnyRow[]>;
  /** The rows of others that are gone or changed. */
  lost(service: Service): Promise<AnyRow[]>;
  close(): Promise<void>;
}

/** Opens a town in this process, while no server runs on it. */
export const openTown = (engine: Engine, { dataDir, database }: Pick<Town, 'dataDir' | 'database'>): Promise<Service> =>
  startService(engine, { dataDir, environment: database ? { DATABASE_URL: database.url } : {} });

/** Tables that change without a deletion: queues, counters and times of use. */
const volatile = [
  ...['authority', 'jobs', 'job_schedules', 'settings', 'quota_counts'],
  ...['sessions', 'usage_hours', 'api_keys'],
];
/** True if a row belongs to a hidden agent, which a sweep by the clock may delete. */
const isHidden = ({ table, values }: AnyRow) => table === 'agents' && values['deleted_at'] !== null;
const textOf = ({ table, text }: AnyRow) => `${table}\n${text}`;

/** Creates a town with so many pairs. The caller must close it. */
export async function makeTown(engine: Engine, pairs: number): Promise<Town> {
  const database = engine === 'postgres' ? await migratedDatabase() : undefined;
  const place = { dataDir: tempFolder(), database };
  const service = await openTown(engine, place);
  const owner = await service.person({ plan: 'business' });
  const client = await owner.session();
  await fillWorkspace(service, { owner, client, name: 'Kept' });
  const cookie = (await signIn(service.url, owner.user.email)).cookie;
  const doomed: [Doomed, Doomed][] = [];
  const owners = new Set<string>();
  for (let pair = 0; pair < pairs; pair += 1) {
    const workspace = await fillWorkspace(service, { owner, client, name: `Doomed ${pair}` });
    const { _id: agent } = await client.agents.create({ name: 'Long', workspaceId: workspace.id });
    await addHistory(service, { agent, workspace: workspace.id }, history);
    const person = await makeLeaver(service, owner);
    for (const id of [workspace.id, person.user.id, person.workspace, person.account, person.user.email])
      owners.add(id);
    doomed.push([doomedWorkspace(workspace, cookie), await doomedPerson(service, person)]);
  }
  const before = await everyRow(service.db);
  const own = (id: string) => idsOf(before, id, ({ table }) => ['accounts', 'users'].includes(table));
  const ids = new Set([...owners].flatMap((id) => [...own(id)]));
  // Of what happened in workspaces of others, their event logs keep the IDs.
  const stays = ({ table, values }: AnyRow) =>
    table === 'event_log' && (values['type'] === 'workspace.deleted' || values['workspace_id'] === owner.workspace);
  const named = new Set(naming(before, ids).map(textOf));
  const others = before.filter((row) => !named.has(textOf(row)));
  const kept = others.filter((row) => !volatile.includes(row.table) && !isHidden(row));
  await service.close();
  const limits = { PARLEY_PLAN_LIMITS: 'free=9999999,pro=9999999,business=9999999', PARLEY_KEY_PEPPER: pepper };
  return {
    ...{ ...place, doomed, env: { ...limits, ...(database && { DATABASE_URL: database.url }) } },
    leftBehind: async ({ db }) => naming(await everyRow(db), ids).filter((row) => !stays(row)),
    lost: async ({ db }) => {
      const after = new Set((await everyRow(db)).map(textOf));
      return kept.filter((row) => !after.has(textOf(row)));
    },
    close: async () => database?.drop(),
  };
}

/** Creates a person with a workspace of their own who is a member of another one, too. */
async function makeLeaver(service: Service, owner: Person): Promise<Person> {
  const person = await service.person();
  await owner.invite(person, 'editor');
  const client = await person.session();
  const { _id: agent } = await client.agents.create({ name: 'Home', workspaceId: person.workspace });
  await addHistory(service, { agent, workspace: person.workspace }, history);
  return person;
}

/** Returns the status and the text of an answer; undefined if no answer came. */
const answerOf = (url: string, { headers, ...request }: RawRequest) =>
  send(url, { ...request, headers: { ...headers, origin: url } }).then(
    ({ status, text }) => ({ status, text }),
    () => undefined,
  );

const acknowledged = async (url: string, request: RawRequest) => {
  const answer = await answerOf(url, request);
  if (answer !== undefined && answer.status !== 200) throw new Error(`A deletion was refused: ${answer.text}`);
  return answer !== undefined;
};

/** `whole` and `gone` if both answers say so, else the answers. */
async function stateOf(url: string, requests: readonly RawRequest[], gone: readonly number[]): Promise<string> {
  const statuses = await Promise.all(requests.map(async (request) => (await answerOf(url, request))?.status ?? 0));
  if (statuses.every((status) => status === 200)) return 'whole';
  return statuses.every((status, index) => status === gone[index]) ? 'gone' : `answers ${statuses.join(', ')}`;
}

function doomedWorkspace({ id, name, key }: { id: string; name: string; key: string }, cookie: string): Doomed {
  const headers = { cookie };
  const path = `/api/workspaces/${id}`;
  return {
    remove: (url) =>
      acknowledged(url, { method: 'DELETE', path: `${path}?confirm=${encodeURIComponent(name)}`, headers }),
    stateOn: async (url) => {
      const state = await stateOf(
        url,
        [
          { path, headers },
          { path: '/api/me', key },
        ],
        [404, 401],
      );
      if (state !== 'whole') return state;
      const preview = await answerOf(url, { method: 'DELETE', path: `${path}?dryRun=true`, headers });
      const all = preview?.text.includes('"agents":2,"conversations":85,"messages":334,') ?? false;
      return all ? state : `lacks something: ${preview?.text}`;
    },
  };
}

async function doomedPerson(service: Service, person: Person): Promise<Doomed> {
  const headers = { cookie: (await signIn(service.url, person.user.email)).cookie };
  const key = await person.key();
  const path = '/api/me';
  const agents = { path: `/api/agents?workspaceId=${person.workspace}&includeTotal=true`, headers };
  return {
    remove: (url) => acknowledged(url, { method: 'DELETE', path, headers, body: { password } }),
    stateOn: async (url) => {
      const state = await stateOf(
        url,
        [
          { path, headers },
          { path, key },
        ],
        [401, 401],
      );
      const found = state === 'whole' ? await answerOf(url, agents) : undefined;
      return found === undefined || found.text.includes('"total":1') ? state : `lacks something: ${found.text}`;
    },
  };
}
