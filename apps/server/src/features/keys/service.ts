import { type Actor, administered, demand, may, type Principal, reachOf } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import type { Permission, Role } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { AwaitedAnswer } from '../../storage/scan-queue.ts';
import { scanning } from '../../storage/scans.ts';
import { type Along, type Condition, nothingAlong, type Statement } from '../../storage/unit.ts';
import { type KeyDraft, type KeyMakerNeeds, makeKey } from './new-key.ts';
import type { ApiKey, ApiKeyChanges, ApiKeyDraft, ApiKeyQuery, NewApiKey } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Dependencies of keys. */
export interface KeyNeeds extends KeyMakerNeeds {
  readonly db: Database;
  readonly room: Room;
  /** The workspaces of an account in which a person is a member, in the order of their creation. */
  membershipsOf(user: string, account: string): Promise<ReadonlyMap<string, Role>>;
  /** Finds a person with the current name. */
  findUser(by: { id: string }): Promise<KeyDraft['user'] | undefined>;
  /** The account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** Empties the cache of recognised callers; called when a change of rights has been committed. */
  forgetCallers(): void;
  record(
    actor: Actor,
    event: {
      type: string;
      workspace?: string | undefined;
      account?: string;
      data: Record<string, unknown>;
      when?: Condition;
    },
  ): Statement;
}

export type Keys = ReturnType<typeof createKeys>;

const workspaceNotFound = () => new AppError('workspace_not_found', 'There is no such workspace.');
/** The error for an unknown key. */
export const notFound = () => new AppError('api_key_not_found', 'There is no such API key.');
const replaced = () =>
  new AppError('api_key_inactive', 'The API key has expired, was revoked or has been replaced.', {
    hint: 'Rotate the key that replaced it; if its secret was lost, revoke that key first.',
  });

/** API keys: create, list, rename, rotate, revoke, and recognise them. */
export function createKeys(needs: KeyNeeds) {
  const { db, now, room } = needs;

  const get = async (principal: Principal, id: string) => {
    const found = await store.find(db, keyReach(principal), { id, now: now() });
    if (found === undefined) throw notFound();
    return found;
  };

  return {
    create: async (
      principal: Principal,
      draft: ApiKeyDraft,
      along: Along<NewApiKey> = nothingAlong,
    ): Promise<NewApiKey> => {
      const { workspaceId: workspace } = draft;
      if (workspace !== undefined && !principal.memberships.has(workspace)) {
        throw workspaceNotFound();
      }
      demandAdmin(principal, workspace);
      const account = workspace === undefined ? principal.account.id : await needs.accountOf(workspace);
      if (account === undefined) throw workspaceNotFound();
      const user = await needs.findUser(principal.user);
      if (user === undefined) throw new Error('The person of a request does not exist.');
      const createdAt = now();
      const { row, key } = makeKey(needs, {
        account,
        user,
        workspace,
        name: draft.name,
        scopes: draft.scopes,
        environment: draft.environment ?? 'production',
        createdAt,
        expiresAt: draft.expiresInDays == null ? undefined : createdAt + draft.expiresInDays * day,
      });
      await db.write({
        key: store.insert(db, row, workspaceNotFound),
        room: room('apiKeys', { account }),
        event: needs.record(principal, { type: 'api_key.created', workspace, account, data: { key: row.id } }),
        along: along(key),
      });
      return key;
    },

    /** Reads a page as JSON text. */
    list: (principal: Principal, query: ApiKeyQuery, awaited?: AwaitedAnswer): Promise<string> => {
      const { workspaceId: workspace, environment, status } = query;
      const wanted = { reach: keyReach(principal), filters: { now: now(), workspace, environment, status } };
      const narrow = 'Leave out status or includeTotal.';
      const apart = scanning(db, { account: principal.account.id, awaited, narrow });
      const isFiltered = workspace !== undefined || environment !== undefined || status !== undefined;
      return store.list(isFiltered ? apart : db, wanted, { query, countIn: apart });
    },

    read: async (principal: Principal, id: string): Promise<ApiKey> => (await get(principal, id)).key,

    update: async (principal: Principal, id: string, { name }: ApiKeyChanges): Promise<ApiKey> => {
      const { key, row } = await get(principal, id);
      if (name === undefined) return key;
      await db.write({
        key: store.rename(db, row.account_id, { id, name }, notFound),
        event: needs.record(principal, {
          type: 'api_key.updated',
          ...ownerOf(row),
          data: { key: id, fields: ['name'] },
        }),
      });
      return { ...key, name };
    },

    /** Creates a key with the same rights; the old one stays valid for `overlapHours`. */
    rotate: async (
      principal: Principal,
      { id, overlapHours }: RotationOf,
      along: Along<NewApiKey> = nothingAlong,
    ): Promise<NewApiKey> => {
      const { row: old, key: shown } = await get(principal, id);
      if (shown.status !== 'active') {
        throw new AppError('api_key_inactive', `The API key is ${shown.status}; create another one instead.`);
      }
      // The caller learns the new secret and could act as the key's user with it.
      if (old.user_id !== principal.user.id) {
        throw new AppError('insufficient_role', 'Only the user of a key can rotate it.');
      }
      const lifetime = old.expires_at === null ? undefined : Number(old.expires_at) - Number(old.created_at);
      const createdAt = now();
      const { row, key } = makeKey(needs, {
        account: old.account_id,
        user: { id: shown.user._id, name: shown.user.name, email: shown.user.email },
        workspace: old.workspace_id ?? undefined,
        name: old.name,
        scopes: shown.scopes,
        environment: shown.environment,
        createdAt,
        expiresAt: lifetime === undefined ? undefined : createdAt + lifetime,
        rotatedFrom: id,
      });
      const until = createdAt + overlapHours * hour;
      const event = { ...ownerOf(old), data: { key: id } };
      await db.write({
        // First, because the rest depends on it: the key may have been revoked or replaced since it was read.
        old: store.makeWay(db, old.account_id, { id, now: createdAt, until, orElse: replaced }),
        key: store.insert(db, row),
        room: room('apiKeys', { account: old.account_id }),
        created: needs.record(principal, {
          type: 'api_key.created',
          ...event,
          data: { key: row.id, rotatedFrom: id },
        }),
        revoked: overlapHours === 0 ? needs.record(principal, { type: 'api_key.revoked', ...event }) : undefined,
        along: along(key),
      });
      needs.forgetCallers();
      return key;
    },

    revoke: async (principal: Principal, id: string): Promise<void> => {
      const { row } = await get(principal, id);
      await db.write({
        // Before the key is revoked: the event is written only if it was not revoked yet.
        event: needs.record(principal, {
          type: 'api_key.revoked',
          ...ownerOf(row),
          data: { key: id },
          when: store.isUnrevoked(db, id),
        }),
        revoked: store.revoke(db, row.account_id, { id, time: now() }),
      });
      needs.forgetCallers();
    },

    /** Returns the actor of a key: its scopes, and its user's current roles. */
    recognise: async (key: string): Promise<Finding> => {
      const row = await store.findByDigest(db, needs.digest(key));
      if (row === undefined) return 'unknown';
      const refusal = refusalOf(row, now());
      if (refusal !== undefined) return refusal;
      const memberships = await needs.membershipsOf(row.user_id, row.account_id);
      const bound = row.workspace_id ?? undefined;
      return {
        kind: 'key',
        id: row.id,
        user: { id: row.user_id, email: row.user_email },
        account: { id: row.account_id, plan: row.plan },
        scopes: new Set(JSON.parse(row.scopes) as Permission[]),
        memberships: bound === undefined ? memberships : new Map([...memberships].filter(([id]) => id === bound)),
        ownWorkspaces: new Set(row.user_account_id === row.account_id ? memberships.keys() : []),
        boundTo: bound,
        expiresAt: row.expires_at === null ? undefined : Number(row.expires_at),
      };
    },
  };
}

/** The key to rotate, and how long it stays valid. */
interface RotationOf {
  readonly id: string;
  readonly overlapHours: number;
}

/** Why a known key is refused at a time; undefined if it is accepted. */
function refusalOf(row: NonNullable<Awaited<ReturnType<typeof store.findByDigest>>>, time: number) {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && Number(row.expires_at) <= time) return 'expired';
  return row.user_status === 'active' ? undefined : 'inactive';
}

/** The workspace and account of events about a key. */
const ownerOf = (row: { readonly workspace_id: string | null; readonly account_id: string }) => ({
  workspace: row.workspace_id ?? undefined,
  account: row.account_id,
});

/**
 * The keys that a principal may manage: those of the workspaces that it administers, and those of its whole account if
 * it is an admin there. A guest manages the keys of the workspace that invited it, and no others.
 */
function keyReach(principal: Principal): store.KeyReach {
  const workspaces = reachOf(principal).filter((workspace) => may(principal, 'workspace:admin', workspace));
  if (workspaces.length === 0) throw noKeys();
  return { workspaces, account: administered(principal).length === 0 ? undefined : principal.account.id };
}

/** Throws `insufficient_role` unless the principal is an admin of the workspace; if none is named, of its account. */
function demandAdmin(principal: Principal, workspace: string | undefined): void {
  if (workspace !== undefined) demand(principal, 'workspace:admin', workspace);
  else if (administered(principal).length === 0) throw noKeys();
}

const noKeys = () =>
  new AppError('insufficient_role', 'You do not have permission to manage API keys.', {
    hint: 'Ask an owner or admin of a workspace.',
  });
