import { may, type Principal } from '../../access/actor.ts';
import type { Allowance } from '../../access/limits/rate-limit.ts';
import { permissions } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import type { Plan } from '../../plans.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { foldWorkspaceName } from '../../storage/workspace-name.ts';
import type { Me, MeChanges } from './schema.ts';
import * as store from './store.ts';

/** What accounts need from elsewhere. */
export interface AccountNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'account' | 'user' | 'workspace'): string;
  hashPassword(password: string): Promise<string>;
  /** What is left of the principal's window. */
  allowanceOf(principal: Principal): Allowance | Promise<Allowance>;
  forgetCallers(): void;
}

/** What a person is made from. */
export interface UserDraft {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

const emailTaken = () => new AppError('name_conflict', 'Somebody with this email exists already.');
const noUser = () => new AppError('member_not_found', 'Nobody has this email.');

/** Accounts, people and plans. */
export function createAccounts({ db, now, newId, hashPassword, allowanceOf, forgetCallers }: AccountNeeds) {
  /** A person of an account, and the statements that write it. Throws `validation_failed` for a poor password. */
  const makeUser = async ({ account, email, name, password }: UserDraft & { account: string }) => {
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
    };
    const user = { id: row.id, email: row.email, name: row.name };
    return { user, statements: [store.insertUser(db, row, emailTaken)] as Statement[] };
  };

  /** An account with its owner and first workspace, and the statements that write them. */
  const makeAccount = async (draft: UserDraft, { plan, workspaceName }: { plan: Plan; workspaceName: string }) => {
    const time = now();
    const account = { id: newId('account'), plan, created_at: time };
    const { user, statements } = await makeUser({ ...draft, account: account.id });
    const workspace = {
      id: newId('workspace'),
      account_id: account.id,
      name: workspaceName,
      name_folded: foldWorkspaceName(workspaceName),
      version: 1,
      created_at: time,
      updated_at: time,
    };
    const owner = { workspace_id: workspace.id, user_id: user.id, role: 'owner', created_at: time };
    return {
      user,
      account,
      workspace: { _id: workspace.id, name: workspace.name },
      statements: [store.insertAccount(db, account), ...statements, ...store.insertHome(db, workspace, owner)],
    };
  };

  const me = async ({ principal }: Caller): Promise<Answer<Me>> => {
    const { kind, id, user, account, memberships, boundTo, expiresAt, scopes } = principal;
    const { limit, remaining, resetAt } = await allowanceOf(principal);
    const person = await store.findUser(db, { id: user.id });
    if (person === undefined) throw new Error('The person of a request does not exist.');
    return {
      data: {
        kind,
        user: { _id: person.id, name: person.name, email: person.email },
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
          role,
          permissions: permissions.filter((permission) => may(principal, permission, workspace)),
        })),
        rateLimit: { limit, remaining, resetsAt: new Date(resetAt).toISOString() },
      },
    };
  };

  return {
    makeUser,
    makeAccount,
    findUser: (by: { email: string } | { id: string }) => store.findUser(db, by),
    setPassword: (id: string, digest: string) => store.setPassword(db, id, { digest, now: now() }),

    me,

    updateMe: async (caller: Caller, { name }: MeChanges): Promise<Answer<Me>> => {
      const { id } = caller.principal.user;
      if (name !== undefined) await db.write([store.setName(db, id, { name, now: now() })]);
      return me(caller);
    },

    /** Makes an account with its owner. For the operator's command line. */
    create: async (draft: UserDraft, options: { plan: Plan; workspaceName: string }) => {
      const { statements, ...made } = await makeAccount(draft, options);
      await db.write(statements);
      return made;
    },

    /** Gives the account of a person another plan. For the operator's command line. */
    setPlan: async (email: string, plan: Plan): Promise<void> => {
      const user = await store.findUser(db, { email });
      if (user === undefined) throw noUser();
      await db.write(store.setPlan(db, user.account_id, plan));
      forgetCallers();
    },

    /** Suspends a person or lets one in again. For the operator's command line. */
    setStatus: async (email: string, status: 'active' | 'suspended'): Promise<void> => {
      await db.write(store.setStatus(db, email, { status, now: now() }, noUser));
      forgetCallers();
    },
  };
}
