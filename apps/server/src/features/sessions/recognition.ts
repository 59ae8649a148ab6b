import type { Principal, SessionActor } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import { type Permission, permissions, type Role } from '../../access/scopes.ts';
import { tokenDigest } from '../../access/secrets.ts';
import type { SignInMethod } from '../../access/sign-in.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadRow } from '../../storage/tables.ts';
import type { Session } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;

/** A session ends after `idle` without a request, and after `longest` in any case; milliseconds. */
export const idle = 12 * hour;
export const longest = 7 * 24 * hour;

/** A person's place in a workspace. */
interface Standing {
  readonly workspace: string;
  /** The account that owns the workspace. */
  readonly account: string;
  readonly role: Role;
  readonly requiresSecondFactor: boolean;
}

/** Dependencies of recognising sessions. */
export interface RecognitionNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** The workspaces in which a person is a member, in the order of their creation. */
  standingsOf(user: string): Promise<readonly Standing[]>;
}

/** A person with the columns that rights depend on. */
interface RecognisedPerson {
  readonly user_id: string;
  readonly account_id: string;
  readonly email: string;
  readonly plan: string;
  readonly has_factor: number;
}

/** The parts of a session's actor that are the person's; workspaces that demand a missing second factor are locked. */
function personOf(row: RecognisedPerson, standings: readonly Standing[]) {
  const hasSecondFactor = Number(row.has_factor) === 1;
  const isLocked = ({ requiresSecondFactor }: Standing) => requiresSecondFactor && !hasSecondFactor;
  const open = standings.filter((standing) => !isLocked(standing));
  return {
    kind: 'session',
    user: { id: row.user_id, email: row.email },
    account: { id: row.account_id, plan: row.plan },
    scopes: new Set<Permission>(permissions),
    memberships: new Map(open.map(({ workspace, role }) => [workspace, role])),
    ownWorkspaces: new Set(open.filter(({ account }) => account === row.account_id).map(({ workspace }) => workspace)),
    hasSecondFactor,
    locked: standings.filter(isLocked).map(({ workspace }) => workspace),
  } as const;
}

/**
 * Returns the function that finds a person as an actor in one workspace, with the rights of now: for one who has proved
 * elsewhere who they are. Undefined if the person isn't active, no member, or lacks a required second factor.
 */
export const createMemberRecognition =
  ({ db, standingsOf }: Pick<RecognitionNeeds, 'db' | 'standingsOf'>) =>
  async (user: string, workspace: string): Promise<SessionActor | undefined> => {
    const row = await store.findPerson(db, user);
    if (row === undefined || row.status !== 'active') return undefined;
    const standings = (await standingsOf(user)).filter((standing) => standing.workspace === workspace);
    const person = personOf(row, standings);
    if (!person.memberships.has(workspace)) return undefined;
    return { ...person, id: '', confirmedAt: 0, boundTo: workspace, expiresAt: undefined, origin: undefined };
  };

/** Returns the function that finds the actor of a session's token. */
export const createRecognition =
  ({ db, now, standingsOf }: RecognitionNeeds) =>
  async (token: string): Promise<Finding> => {
    const row = await store.findByDigest(db, tokenDigest(token));
    if (row === undefined) return 'unknown';
    const time = now();
    if (Math.min(Number(row.expires_at), Number(row.created_at) + longest) <= time) return 'expired';
    if (row.status !== 'active') return 'inactive';
    return {
      ...personOf(row, await standingsOf(row.user_id)),
      id: row.id,
      confirmedAt: Number(row.confirmed_at),
      boundTo: undefined,
      expiresAt: Math.min(time + idle, Number(row.created_at) + longest),
      origin: undefined,
    };
  };

/** A session as its person sees it. */
export function toSession(row: ReadRow<'sessions'>, principal: Principal): Session {
  const iso = (time: number) => new Date(Number(time)).toISOString();
  return {
    _id: row.id,
    current: row.id === principal.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
    expiresAt: iso(row.expires_at),
    methods: JSON.parse(row.methods) as SignInMethod[],
    confirmedAt: iso(row.confirmed_at),
  };
}
