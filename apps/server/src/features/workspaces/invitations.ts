import { demand, type Principal } from '../../access/actor.ts';
import type { Role } from '../../access/scopes.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import { AppError } from '../../errors.ts';
import type { CallContext, Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { deleteExpired } from '../../storage/expired.ts';
import { pageText, readPage } from '../../storage/sql/page.ts';
import type { Statement } from '../../storage/unit.ts';
import * as store from './invitation-store.ts';
import type {
  Acceptance,
  Accepted,
  Invitation,
  InvitationDraft,
  InvitationPreview,
  NewInvitation,
  PageQuery,
} from './schema.ts';
import { findMember, insertMember } from './store.ts';

/** An invitation ends after seven days. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** A person who takes an invitation up. */
interface Invitee {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The statements and the cookies of a new session. */
interface Begun {
  readonly statements: readonly Statement[];
  readonly cookies: readonly string[];
}

/** What invitations need from elsewhere. */
export interface InvitationNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: () => string;
  /** The address under which people reach the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  findUser(by: { email: string }): Promise<Invitee | undefined>;
  /** Makes a person with a password; gives the person and the statements that write it. */
  makeUser(draft: {
    account: string;
    email: string;
    name: string;
    password: string;
  }): Promise<{ user: Invitee; statements: readonly Statement[] }>;
  /** Begins the session of somebody who was made just now. */
  beginSession(user: Invitee, context: CallContext): Begun;
  /** The same for somebody who is known, by the password. Throws `invalid_credentials`. */
  enter(context: CallContext, credentials: { email: string; password: string }): Promise<Begun & { user: Invitee }>;
  forgetCallers(): void;
  record(
    actor: Principal | { readonly kind: 'session'; readonly user: { id: string }; readonly account: { id: string } },
    event: { type: string; workspace: string; data: Record<string, unknown> },
  ): Statement;
}

export type Invitations = ReturnType<typeof createInvitations>;

const notFound = () =>
  new AppError('invitation_not_found', 'The invitation does not exist, has been used or has ended.');
const alreadyMember = () => new AppError('already_member', 'This person is a member of the workspace already.');

/** Invitations by link: make, list, revoke, look at, accept. */
export function createInvitations(needs: InvitationNeeds) {
  const { db, now } = needs;

  const visible = (principal: Principal, workspace: string) => {
    if (!principal.memberships.has(workspace)) throw new AppError('workspace_not_found', 'There is no such workspace.');
    demand(principal, 'workspace:admin', workspace);
  };

  const open = async (token: string) => {
    const invitation = await store.findInvitation(db, tokenDigest(token), now());
    if (invitation === undefined) throw notFound();
    return invitation;
  };

  /** Somebody whom nobody knew, with a session. */
  const newcomer = async (draft: Parameters<InvitationNeeds['makeUser']>[0], context: CallContext) => {
    const { user, statements } = await needs.makeUser(draft);
    const session = needs.beginSession(user, context);
    return { user, statements: [...statements, ...session.statements], cookies: session.cookies };
  };

  return {
    create: async (caller: Caller, workspace: string, draft: InvitationDraft): Promise<Answer<NewInvitation>> => {
      const { principal } = caller;
      visible(principal, workspace);
      if (draft.role === 'owner' && principal.memberships.get(workspace) !== 'owner') {
        throw new AppError('insufficient_role', 'Only an owner can invite an owner.');
      }
      const email = draft.email.toLowerCase();
      const known = await needs.findUser({ email });
      if (known !== undefined && (await findMember(db, workspace, known.id)) !== undefined) throw alreadyMember();
      const token = newToken();
      const time = now();
      const row = {
        id: needs.newId(),
        workspace_id: workspace,
        email,
        role: draft.role,
        digest: tokenDigest(token),
        invited_by: principal.user.id,
        created_at: time,
        expires_at: time + lifetime,
      };
      const answer = { data: { ...toInvitation(row), url: `${needs.publicUrl}/join#token=${token}` } };
      await db.write([
        ...store.insertInvitation(db, row),
        needs.record(principal, {
          type: 'invitation.created',
          workspace,
          data: { invitation: row.id, role: row.role },
        }),
        ...caller.remember(answer),
      ]);
      return answer;
    },

    list: async ({ principal }: Caller, workspace: string, query: PageQuery): Promise<Answer<never>> => {
      visible(principal, workspace);
      const page = readPage(query);
      const time = now();
      const rows = await store.listInvitations(db, workspace, { ...page, now: time });
      const items = rows.map((row) => ({
        json: JSON.stringify(toInvitation(row)),
        key: Number(row.created_at),
        id: row.id,
      }));
      const total = page.includeTotal ? await store.countInvitations(db, workspace, time) : undefined;
      return { json: pageText(query, items, total) };
    },

    revoke: async ({ principal }: Caller, workspace: string, id: string): Promise<Answer<never>> => {
      visible(principal, workspace);
      await db.write([
        store.removeInvitation(db, workspace, id, notFound),
        needs.record(principal, { type: 'invitation.revoked', workspace, data: { invitation: id } }),
      ]);
      return { message: 'Invitation revoked.' };
    },

    preview: async (token: string): Promise<Answer<InvitationPreview>> => {
      const invitation = await open(token);
      const known = await needs.findUser({ email: invitation.email });
      return {
        data: {
          email: invitation.email,
          role: invitation.role as Role,
          workspaceName: invitation.workspace_name,
          hasAccount: known !== undefined,
        },
      };
    },

    /**
     * Makes a new person a member and signs in; one who is known has to give the password that is there. The link alone
     * wouldn't do: whoever knows it would become a member under a name that may be somebody else's.
     */
    accept: async (context: CallContext, { token, name, password }: Acceptance): Promise<Answer<Accepted>> => {
      const invitation = await open(token);
      const { email, workspace_id: workspace } = invitation;
      const known = await needs.findUser({ email });
      const { user, statements, cookies } =
        known === undefined
          ? await newcomer({ account: invitation.account_id, email, name: name ?? '', password }, context)
          : await needs.enter(context, { email, password });
      const member = { workspace_id: workspace, user_id: user.id, role: invitation.role, created_at: now() };
      await db.write([
        ...statements,
        ...store.useInvitation(db, workspace, {
          ...{ id: invitation.id, invitedBy: invitation.invited_by },
          ...{ now: now(), orElse: notFound },
        }),
        insertMember(db, member, alreadyMember),
        needs.record(
          { kind: 'session', user, account: { id: invitation.account_id } },
          { type: 'member.added', workspace, data: { user: user.id, role: invitation.role } },
        ),
        bumpAuthority(db),
      ]);
      needs.forgetCallers();
      return { data: { user: { _id: user.id, email, name: user.name } }, cookies };
    },

    /** Deletes invitations that have ended. */
    sweep: (): Promise<void> => deleteExpired(db, 'invitations', now()),
  };
}

type InvitationLike = Pick<
  Awaited<ReturnType<typeof store.listInvitations>>[number],
  'id' | 'email' | 'role' | 'created_at' | 'expires_at'
>;

const toInvitation = (row: InvitationLike): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role as Role,
  createdAt: new Date(Number(row.created_at)).toISOString(),
  expiresAt: new Date(Number(row.expires_at)).toISOString(),
});
