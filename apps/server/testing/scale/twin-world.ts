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

/** A sender of requests. */
export interface Actor {
  readonly headers: Readonly<Record<string, string>>;
  /** The ID of the key or session. */
  readonly id: string;
  readonly user: Inhabitant;
}

/** The state before the first operation. */
export interface TwinWorld {
  readonly actors: readonly Actor[];
  readonly workspaces: readonly string[];
  readonly sources: readonly string[];
}

/** The limits of an actor's key: scopes, and a workspace by its number. */
interface Limits {
  readonly scopes?: readonly Permission[];
  readonly place?: number;
}

/**
 * Two accounts: Ann owns two workspaces. Eve is a viewer in one and an editor in the other; Bob, of the other account,
 * is an admin of one. Bob owns a third workspace. All have keys, some with single scopes, and Bob has a session.
 * Everything is created in sequence, one item per millisecond, so that its order is the same on every engine.
 */
export async function makeTwinWorld(service: Service): Promise<TwinWorld> {
  const apart = async <Made>(making: () => Promise<Made>): Promise<Made> => {
    await nextMillisecond();
    return making();
  };
  const ann = await apart(() => makeInhabitant(service, 'Ann'));
  const eve = await apart(() => makeInhabitant(service, 'Eve', { account: ann.account }));
  const bob = await apart(() => makeInhabitant(service, 'Bob'));
  const memberships: readonly (readonly (readonly [Inhabitant, Role])[])[] = [
    [
      [ann, 'owner'],
      [eve, 'viewer'],
    ],
    [
      [ann, 'owner'],
      [eve, 'editor'],
      [bob, 'admin'],
    ],
    [[bob, 'owner']],
  ];
  const workspaces: string[] = [];
  const sources: string[] = [];
  for (const members of memberships) {
    const account = members[0]?.[0].account ?? '';
    const id = await apart(() => makeWorkspace(service, account, new Map(members)));
    workspaces.push(id);
    sources.push(await makeSource(service, id));
  }
  const keys: readonly (readonly [Inhabitant, Limits])[] = [
    [ann, {}],
    [ann, { place: 1 }],
    [eve, {}],
    [bob, {}],
    [ann, { scopes: ['agents:read'] }],
    [ann, { scopes: ['agents:write'] }],
    [ann, { scopes: ['conversations:read', 'conversations:write'] }],
  ];
  const actors: Actor[] = [];
  for (const [user, { scopes, place }] of keys) {
    const workspace = place === undefined ? undefined : workspaces[place];
    const limits = { ...(scopes && { scopes }), ...(workspace !== undefined && { workspace }) };
    // The service's clock stands still between two ticks of the machine's clock.
    service.advance(2);
    actors.push({ ...(await apart(() => makeKey(service, user, limits))), user });
  }
  actors.push({ ...(await apart(() => makeSession(service, bob))), user: bob });
  return { actors, workspaces, sources };
}

/** Waits until the next ID has a later time. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1));
}
