import { type Actor, administered, demand, may, type Principal, reachOf } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import type { Permission, Role } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { pageText, readPage } from '../../storage/sql/page.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import { createKeyMaker, type KeyDraft, type KeyMakerNeeds } from './new-key.ts';
import type { ApiKey, ApiKeyChanges, ApiKeyDraft, ApiKeyQuery, NewApiKey } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** How often uses of keys are written down, in milliseconds. */
const flushInterval = 30_000;

/** What keys need from elsewhere. */
export interface KeyNeeds extends KeyMakerNeeds {
  readonly db: Database;
  /** The workspaces of an account in which a person is a member, in the order of their creation. */
  membershipsOf(user: string, account: string): Promise<ReadonlyMap<string, Role>>;
  /** Finds a person, with their name as it is now. */
  findUser(by: { id: string }): Promise<KeyDraft['user'] | undefined>;
  /** The account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** Forgets whoever was recognised; called when a change of rights has been committed. */
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
const notFound = () => new AppError('api_key_not_found', 'There is no such API key.');
const replaced = () =>
  new AppError('api_key_inactive', 'The API key has ended or has been replaced already.', {
    hint: 'Rotate the key that replaced it; where its secret was lost, revoke that one first.',
  });

/** API keys: make, list, rename, rotate, revoke, and recognise them. */
export function createKeys(needs: KeyNeeds) {
  const { db, now } = needs;

  const get = async (principal: Principal, id: string) => {
    const found = await store.find(db, keyReach(principal), { id, now: now() });
    if (found === undefined) throw notFound();
    return found;
  };

  const make = createKeyMaker(needs);

  /** The statements that end a key at once, and say so where it hasn't been ended before. */
  const end = (principal: Principal, row: Parameters<typeof ownerOf>[0] & { readonly id: string }) => [
    needs.record(principal, {
      type: 'api_key.revoked',
      ...ownerOf(row),
      data: { key: row.id },
      when: store.isUnrevoked(db, row.id),
    }),
    ...store.revoke(db, row.account_id, { id: row.id, time: now() }),
  ];

  return {
    create: async (caller: Caller, draft: ApiKeyDraft): Promise<Answer<NewApiKey>> => {
      const { principal } = caller;
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
      const { row, key } = make({
        account,
        user,
        workspace,
        name: draft.name,
        scopes: draft.scopes,
        environment: draft.environment ?? 'production',
        createdAt,
        expiresAt: draft.expiresInDays == null ? undefined : createdAt + draft.expiresInDays * day,
      });
      const answer = { data: key };
      await db.write([
        store.insert(db, row),
        needs.record(principal, { type: 'api_key.created', workspace, account: row.account_id, data: { key: row.id } }),
        ...caller.remember(answer),
      ]);
      return answer;
    },

    list: async ({ principal }: Caller, query: ApiKeyQuery): Promise<Answer<never>> => {
      const page = readPage(query);
      const reach = keyReach(principal);
      const { workspaceId: workspace, environment, status } = query;
      const options = { ...page, now: now(), workspace, environment, status };
      const rows = await store.list(db, reach, options);
      const total = page.includeTotal ? await store.count(db, reach, options) : undefined;
      return { json: pageText(query, rows, total) };
    },

    read: async ({ principal }: Caller, id: string): Promise<Answer<ApiKey>> => ({
      data: (await get(principal, id)).key,
    }),

    update: async ({ principal }: Caller, id: string, { name }: ApiKeyChanges): Promise<Answer<ApiKey>> => {
      const { key, row } = await get(principal, id);
      if (name === undefined) return { data: key };
      await db.write([
        store.rename(db, row.account_id, { id, name }, notFound),
        needs.record(principal, { type: 'api_key.updated', ...ownerOf(row), data: { key: id, fields: ['name'] } }),
      ]);
      return { data: { ...key, name } };
    },

    rotate: async (caller: Caller, id: string, overlapHours: number): Promise<Answer<NewApiKey>> => {
      const { principal } = caller;
      const { row: old, key: shown } = await get(principal, id);
      if (shown.status !== 'active') {
        throw new AppError('api_key_inactive', `The API key is ${shown.status}; make a new one instead.`);
      }
      // Whoever rotates a key learns its secret and acts as its user from then on.
      if (old.user_id !== principal.user.id) {
        throw new AppError('insufficient_role', 'Only the person who made a key can rotate it.');
      }
      const lifetime = old.expires_at === null ? undefined : Number(old.expires_at) - Number(old.created_at);
      const createdAt = now();
      const { row, key } = make({
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
      const answer = { data: key };
      const until = createdAt + overlapHours * hour;
      const event = { ...ownerOf(old), data: { key: id } };
      await db.write([
        // First, since everything else rests on it: what was read above may have been revoked or replaced since.
        ...store.makeWay(db, old.account_id, { id, now: createdAt, until, orElse: replaced }),
        store.insert(db, row),
        needs.record(principal, { type: 'api_key.created', ...event, data: { key: row.id, rotatedFrom: id } }),
        ...(overlapHours === 0 ? [needs.record(principal, { type: 'api_key.revoked', ...event })] : []),
        ...caller.remember(answer),
      ]);
      needs.forgetCallers();
      return answer;
    },

    revoke: async ({ principal }: Caller, id: string): Promise<Answer<never>> => {
      const { row } = await get(principal, id);
      await db.write(end(principal, row));
      needs.forgetCallers();
      return { message: 'API key revoked.' };
    },

    /** Makes a key without writing it, for the operator's command line. */
    make,

    /** Says whom a key stands for: its scopes, and its user's roles as they are now. */
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

/** Why a key that is known stands for nobody at a time; undefined where it does stand for somebody. */
function refusalOf(row: NonNullable<Awaited<ReturnType<typeof store.findByDigest>>>, time: number) {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && Number(row.expires_at) <= time) return 'expired';
  return row.user_status === 'active' ? undefined : 'inactive';
}

/** Whose event it is when something happens to a key. */
const ownerOf = (row: { readonly workspace_id: string | null; readonly account_id: string }) => ({
  workspace: row.workspace_id ?? undefined,
  account: row.account_id,
});

/**
 * The keys that a principal may manage: those of the workspaces where it is an admin, and those of its whole account
 * where it is an admin there. A guest manages the keys of the workspace that it is the guest of, and no others.
 */
function keyReach(principal: Principal): store.KeyReach {
  const workspaces = reachOf(principal).filter((workspace) => may(principal, 'workspace:admin', workspace));
  if (workspaces.length === 0) throw noKeys();
  return { workspaces, account: administered(principal).length === 0 ? undefined : principal.account.id };
}

/** Throws `insufficient_role` where the principal is no admin of the workspace, or of its account where none is named. */
function demandAdmin(principal: Principal, workspace: string | undefined): void {
  if (workspace !== undefined) demand(principal, 'workspace:admin', workspace);
  else if (administered(principal).length === 0) throw noKeys();
}

const noKeys = () =>
  new AppError('insufficient_role', 'You do not have permission to manage API keys.', {
    hint: 'It takes an owner or admin of a workspace.',
  });

/** Writes down when keys were last used. */
export const createKeyUses = (db: Database, onError: (error: unknown) => void) =>
  createBatched<number>(db, { interval: flushInterval, statements: (uses) => store.noteUses(db, uses), onError });
