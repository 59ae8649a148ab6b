import type { Permission, Role } from '../../src/access/scopes.ts';
import {
  type Inhabitant,
  makeInhabitant,
  makeKey,
  makeSession,
  makeSource,
  makeWorkspace,
} from '../fixtures/people.ts';
import type { Service } from '../harness.ts';
import type { Wire } from '../processes/wire.ts';

/** A sender of requests, a key or a session, with its rights according to the model. */
export interface Actor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The owner of its Idempotency-Keys. */
  readonly owner: string;
  readonly user: Inhabitant;
  readonly scopes: ReadonlySet<Permission>;
  /** The workspaces within its reach in the order of their creation, and its roles there. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The workspace of its new agents if it reaches no other. */
  readonly home: string;
}

/** The world of one sequence of commands: people, workspaces and keys that no other sequence sees. */
export interface World {
  readonly service: Service;
  readonly wire: Wire;
  readonly actors: readonly Actor[];
  readonly workspaces: readonly string[];
  /** The members of each workspace. */
  readonly members: ReadonlyMap<string, ReadonlySet<Inhabitant>>;
  /** The knowledge sources of each workspace. */
  readonly sources: ReadonlyMap<string, string>;
}

const all: readonly Permission[] = [
  'agents:read',
  'agents:write',
  'conversations:read',
  'conversations:write',
  'workspace:admin',
];

/**
 * Two accounts. Ann owns two workspaces. Eve is a viewer in one and an editor in the other; Bob, of the other account,
 * is an admin of one. Bob owns a workspace. Keys have all scopes, single scopes, or one workspace. Bob's session
 * reaches the workspaces of both accounts, which none of his keys does.
 */
export async function makeWorld(service: Service, wire: Wire): Promise<World> {
  const ann = await makeInhabitant(service, 'Ann');
  const [eve, bob] = await Promise.all([
    makeInhabitant(service, 'Eve', { account: ann.account }),
    makeInhabitant(service, 'Bob'),
  ]);
  const memberships = [
    { account: ann.account, roles: roles([ann, 'owner'], [eve, 'viewer']) },
    { account: ann.account, roles: roles([ann, 'owner'], [eve, 'editor'], [bob, 'admin']) },
    { account: bob.account, roles: roles([bob, 'owner']) },
  ];
  const places: ((typeof memberships)[number] & { id: string })[] = [];
  // Sequential, because errors name workspaces in the order of their creation.
  for (const place of memberships) {
    places.push({ ...place, id: await makeWorkspace(service, place.account, place.roles) });
  }
  const reachOf = (person: Inhabitant, account?: string) =>
    new Map(
      places
        .filter((place) => account === undefined || place.account === account)
        .flatMap(({ id, roles }) =>
          [...roles].filter(([who]) => who === person).map(([, role]) => [id, role] as const),
        ),
    );
  const second = places[1]?.id ?? '';

  const keyOf = async (
    name: string,
    user: Inhabitant,
    limits: { scopes?: readonly Permission[]; workspace?: string } = {},
  ) => {
    const { id, headers } = await makeKey(service, user, limits);
    const reach = [...reachOf(user, user.account)].filter(
      ([workspace]) => limits.workspace === undefined || workspace === limits.workspace,
    );
    return actor({ name, headers, owner: id, user, scopes: new Set(limits.scopes ?? all), roles: new Map(reach) });
  };
  const session = await makeSession(service, bob);
  const actors = await Promise.all([
    keyOf('ann', ann),
    keyOf('ann, bound', ann, { workspace: second }),
    keyOf('eve', eve),
    keyOf('bob', bob),
    keyOf('ann, reading only', ann, { scopes: ['agents:read'] }),
    keyOf('ann, writing only', ann, { scopes: ['agents:write'] }),
    keyOf('ann, for conversations', ann, { scopes: ['conversations:read', 'conversations:write'] }),
    actor({
      name: 'bob, signed in',
      headers: session.headers,
      owner: bob.id,
      user: bob,
      scopes: new Set(all),
      roles: reachOf(bob),
    }),
  ]);
  const sources = await Promise.all(places.map(async ({ id }) => [id, await makeSource(service, id)] as const));
  return {
    service,
    wire,
    actors,
    workspaces: places.map(({ id }) => id),
    members: new Map(places.map(({ id, roles }) => [id, new Set(roles.keys())])),
    sources: new Map(sources),
  };
}

const roles = (...entries: (readonly [Inhabitant, Role])[]): ReadonlyMap<Inhabitant, Role> => new Map(entries);

function actor(parts: Omit<Actor, 'home'>): Actor {
  return { home: [...parts.roles.keys()][0] ?? '', ...parts };
}
