import { may, operator, type Principal, type SystemActor } from '../../access/actor.ts';
import { principalGone } from '../../access/ended-credentials.ts';
import type { SlotUse } from '../../access/limits/concurrency.ts';
import type { Allowance } from '../../access/limits/rate-limit.ts';
import { permissions } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Newcomer, RecordEvent } from '../../events/happening.ts';
import type { Plan } from '../../plans.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import { rowChanges } from '../../storage/changes/row-changes.ts';
import type { Database } from '../../storage/database.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import type { Statement } from '../../storage/unit.ts';
import { getPerson } from './get-person.ts';
import type { Me, MeChanges } from './schema.ts';
import * as store from './store.ts';
import { changesOfUser, type EndSessions, type UserChangeNeeds, updateEvents } from './user-changes.ts';

const changesOfAccount = rowChanges({ table: 'accounts', fields: { plan: { field: 'plan', look: 'text' } } });

/** Dependencies of accounts. */
export interface AccountNeeds extends Pick<UserChangeNeeds, 'membershipsOf' | 'record'> {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'account' | 'user'): string;
  hashPassword(password: string): Promise<string>;
  /** Returns an account's first workspace with its owner, and the statements that insert them. */
  firstWorkspace(draft: { readonly account: string; readonly owner: string; readonly name: string }): {
    readonly workspace: { readonly _id: string; readonly name: string };
    readonly statements: readonly Statement[];
  };
  /** The names of workspaces, by their IDs. */
  namesOf(workspaces: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly endSessions: EndSessions;
  /** Returns the state of the principal's rate-limit window. */
  allowanceOf(principal: Principal): Allowance | Promise<Allowance>;
  /** Returns the slots that the account uses, and its limits. */
  slotsOf(account: Principal['account']): Promise<SlotUse>;
  forgetCallers(): void;
}

/** The data of a new person. */
export interface UserDraft {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** A person in an existing account, or the first of a new one. */
interface NewUser extends UserDraft {
  readonly account: string;
  /** True if the operator or the set-up link vouches for the address. */
  readonly verified?: boolean;
}

/** A new account, with its first person and workspace. */
interface NewAccount {
  readonly user: { readonly id: string };
  readonly account: { readonly id: string };
  readonly workspace: { readonly _id: string };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** The error for an address that belongs to another person. */
export const emailTaken = () => new AppError('name_conflict', 'A person with this email already exists.');
/** The error for an address that belongs to no person. */
export const noUser = () => new AppError('member_not_found', 'No person has this email.');

/** Returns the events of a new account: its first person, and its first workspace. */
const createdEvents = (
  record: RecordEvent,
  by: SystemActor | Newcomer,
  { user, account, workspace }: NewAccount,
): Statement[] => [
  record(by, { type: 'user.created', account: account.id, data: { user: user.id } }),
  record(by, {
    ...{ type: 'workspace.created', account: account.id, workspace: workspace._id },
    data: { workspace: workspace._id },
  }),
];

/** Accounts, people and plans. */
export function createAccounts({ db, now, newId, hashPassword, allowanceOf, forgetCallers, ...needs }: AccountNeeds) {
  const { firstWorkspace, endSessions, slotsOf, record } = needs;

  /** Returns a new person and the statements that insert it. Throws `validation_failed` for a weak password. */
  const makeUser = async ({ account, email, name, password, verified = false }: NewUser) => {
    const digest = await hashPassword(password);
    const time = now();
    const row = {
      id: newId('user'),
      account_id: account,
      email: email.toLowerCase(),
      name: name.trim() === '' ? (email.split('@')[0] ?? email) : name,
      password_hash: digest,
      status: 'active',
      created_at: time,
      updated_at: time,
      verified_at: verified ? time : null,
    };
    const user = { id: row.id, email: row.email, name: row.name };
    return { user, statements: [store.insertUser(db, row, emailTaken)] as Statement[] };
  };

  /** Returns a new account with its owner and first workspace, and the statements that insert them. */
  const makeAccount = async (draft: UserDraft, { plan, workspaceName }: { plan: Plan; workspaceName: string }) => {
    const account = { id: newId('account'), plan, created_at: now() };
    const { user, statements } = await makeUser({ ...draft, account: account.id, verified: true });
    const first = firstWorkspace({ account: account.id, owner: user.id, name: workspaceName });
    const made = { user, account, workspace: first.workspace };
    return {
      ...made,
      /** Returns the events of the new account, by the one who creates it. */
      eventsBy: (by: SystemActor | Newcomer) => createdEvents(record, by, made),
      statements: [store.insertAccount(db, account), ...statements, ...first.statements],
    };
  };

  const me = async (principal: Principal): Promise<Me> => {
    const { kind, id, account, memberships, boundTo, expiresAt, scopes } = principal;
    const { limit, remaining, resetAt } = await allowanceOf(principal);
    const person = await getPerson(db, principal);
    const locked = principal.kind === 'session' ? principal.locked : [];
    const names = await needs.namesOf([...memberships.keys(), ...locked]);
    return {
      kind,
      user: { _id: person.id, name: person.name, email: person.email, verified: person.verified_at !== null },
      ownsInstance: person.owns_instance === 1,
      account: { _id: account.id, plan: account.plan },
      key:
        kind === 'session'
          ? null
          : {
              _id: id,
              scopes: [...scopes],
              workspace: boundTo ?? null,
              expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
            },
      workspaces: [...memberships].map(([workspace, role]) => ({
        _id: workspace,
        name: names.get(workspace) ?? '',
        role,
        permissions: permissions.filter((permission) => may(principal, permission, workspace)),
      })),
      lockedWorkspaces: locked.map((workspace) => ({ _id: workspace, name: names.get(workspace) ?? '' })),
      rateLimit: { limit, remaining, resetsAt: new Date(resetAt).toISOString() },
      concurrency: await slotsOf(account),
    };
  };

  return {
    makeUser,
    makeAccount,

    me,

    updateMe: async (principal: Principal, { name }: MeChanges): Promise<Me> => {
      const { id } = principal.user;
      const changes = { now: now(), orElse: () => principalGone(principal) };
      if (name === undefined) return me(principal);
      const user = await getPerson(db, principal);
      const change = { by: principal, field: 'name', changes: changesOfUser({ id }, { name }) } as const;
      await db.write({
        held: store.hold(db, id),
        events: await updateEvents(needs, user, change),
        name: store.setName(db, id, { name, ...changes }),
      });
      return me(principal);
    },

    /** Creates an account with its owner. For the operator's command line. */
    create: async (draft: UserDraft, options: { plan: Plan; workspaceName: string }) => {
      const { statements, eventsBy, ...made } = await makeAccount(draft, options);
      await db.write({ account: statements, events: eventsBy(operator) });
      return made;
    },

    /** Sets the plan of a person's account. For the operator's command line. */
    setPlan: async (email: string, plan: Plan): Promise<void> => {
      const user = await store.findUser(db, { email });
      if (user === undefined) throw noUser();
      const { account_id: account } = user;
      await db.write({
        held: holdRow(db, 'accounts', { id: account }),
        event: record(operator, {
          ...{ type: 'account.updated', account, data: { account, fields: ['plan'] } },
          changes: changesOfAccount({ id: account }, { plan }),
        }),
        plan: store.setPlan(db, account, plan),
      });
      forgetCallers();
    },

    /**
     * Suspends or reactivates a person, which takes effect at once on all of the person's keys. Sessions end for good:
     * the person must sign in again. For the operator's command line.
     */
    setStatus: async (email: string, status: 'active' | 'suspended'): Promise<void> => {
      const user = await store.findUser(db, { email });
      if (user === undefined) throw noUser();
      const { id, account_id: account } = user;
      const change = { by: operator, field: 'status', changes: changesOfUser({ id }, { status }) } as const;
      await db.write({
        held: store.hold(db, id),
        events: await updateEvents(needs, user, change),
        user: store.setStatus(db, id, { status, now: now() }),
        sessions: status === 'active' ? undefined : endSessions({ id, account }, { by: operator, reason: status }),
        authority: bumpAuthority(db),
      });
      forgetCallers();
    },
  };
}
