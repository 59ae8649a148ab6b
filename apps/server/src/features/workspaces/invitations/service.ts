import type { Principal } from '../../../access/actor.ts';
import type { Role } from '../../../access/scopes.ts';
import { newToken, tokenDigest } from '../../../access/secrets.ts';
import type { Client, NewSession, SessionToken, SignInUser } from '../../../access/sign-in.ts';
import { AppError } from '../../../errors.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import type { Database } from '../../../storage/database.ts';
import { expiry } from '../../../storage/expired.ts';
import type { Room } from '../../../storage/quotas/quotas.ts';
import { readList } from '../../../storage/sql/page.ts';
import type { InvitationRow } from '../../../storage/tables.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import { demandIn } from '../access.ts';
import { findMember, insertMember } from '../members/store.ts';
import type { PageQuery } from '../schema.ts';
import type { Acceptance, Accepted, Invitation, InvitationDraft, InvitationPreview, NewInvitation } from './schema.ts';
import * as store from './store.ts';

/** Lifetime of an invitation in milliseconds: seven days. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** A person who is created for an invitation. */
interface UserDraft {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Dependencies of invitations. */
export interface InvitationNeeds {
  readonly db: Database;
  readonly room: Room;
  readonly now: () => number;
  newId(kind: 'invitation'): string;
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  findUser(by: { email: string }): Promise<SignInUser | undefined>;
  /** Returns a new person with a password, and the statements that insert it. */
  makeUser(draft: UserDraft): Promise<{ readonly user: SignInUser; readonly statements: readonly Statement[] }>;
  /** Returns the statements that lock a person until the unit of work ends. */
  holdUser(user: string): readonly Statement[];
  /** Returns the statement that throws `orElse` unless a person may be a member in this account. */
  demandVerified(user: { readonly id: string; readonly account: string }, orElse: () => Error): Statement;
  /** Throws `validation_failed` if a password breaks the rules for new ones. */
  checkPassword(password: string): void;
  /** Creates the session of a person who was just created. */
  beginSession(user: SignInUser, client: Client): NewSession;
  /** Creates the session of a known person by their password. Throws `invalid_credentials`. */
  enter(
    client: Client,
    credentials: { email: string; password: string },
  ): Promise<NewSession & { readonly user: SignInUser }>;
  forgetCallers(): void;
  record(
    actor: Principal | { readonly kind: 'session'; readonly user: { id: string }; readonly account: { id: string } },
    event: {
      readonly type: 'invitation.created' | 'invitation.revoked' | 'member.added';
      readonly workspace: string;
      readonly data: Readonly<Record<string, unknown>>;
    },
  ): Statement;
}

/** The person who accepted an invitation, and the session in which they are signed in. */
export interface AcceptedInvitation {
  readonly accepted: Accepted;
  readonly session: SessionToken;
}

export type Invitations = ReturnType<typeof createInvitations>;

const notFound = () =>
  new AppError('invitation_not_found', 'The invitation does not exist, has been used or has expired.');
const alreadyMember = () => new AppError('already_member', 'This person is already a member of the workspace.');

const notVerified = () =>
  new AppError('address_not_verified', 'Your address is not verified, so you can’t join another account.', {
    hint: 'Ask the operator of this server to verify it (parley user verify); the invitation stays open.',
  });

/** Invitations by link: create, list, revoke, preview, accept. */
export function createInvitations(needs: InvitationNeeds) {
  const { db, now, room } = needs;

  const open = async (token: string) => {
    const invitation = await store.findInvitation(db, tokenDigest(token), now());
    if (invitation === undefined) throw notFound();
    return invitation;
  };

  /** Creates a person and their session. */
  const newcomer = async (client: Client, draft: UserDraft) => {
    const { user, statements } = await needs.makeUser(draft);
    const begun = needs.beginSession(user, client);
    return { user, session: begun.session, statements: [...statements, ...begun.statements] };
  };

  return {
    create: async (
      principal: Principal,
      { workspace, ...draft }: InvitationDraft & { readonly workspace: string },
      along: Along<NewInvitation> = nothingAlong,
    ): Promise<NewInvitation> => {
      demandIn(principal, 'workspace:admin', workspace);
      if (draft.role === 'owner' && principal.memberships.get(workspace) !== 'owner') {
        throw new AppError('insufficient_role', 'Only an owner can invite an owner.');
      }
      const email = draft.email.toLowerCase();
      const known = await needs.findUser({ email });
      if (known !== undefined && (await findMember(db, workspace, known.id)) !== undefined) throw alreadyMember();
      const token = newToken();
      const time = now();
      const row = {
        id: needs.newId('invitation'),
        workspace_id: workspace,
        email,
        role: draft.role,
        digest: tokenDigest(token),
        invited_by: principal.user.id,
        created_at: time,
        expires_at: time + lifetime,
      };
      const invitation = { ...toInvitation(row), url: `${needs.publicUrl}/join#token=${token}` };
      await db.write({
        invitation: store.insertInvitation(db, row),
        room: room('invitations', { workspace }),
        event: needs.record(principal, {
          type: 'invitation.created',
          workspace,
          data: { invitation: row.id, role: row.role },
        }),
        along: along(invitation),
      });
      return invitation;
    },

    /** Reads a page as JSON text. */
    list: async (principal: Principal, workspace: string, query: PageQuery): Promise<string> => {
      demandIn(principal, 'workspace:admin', workspace);
      const wanted = { workspace, now: now() };
      return readList(query, {
        rows: async (page) => (await store.listInvitations(db, wanted, page)).map(toListed),
        count: () => store.countInvitations(db, wanted),
      });
    },

    revoke: async (principal: Principal, workspace: string, id: string): Promise<void> => {
      demandIn(principal, 'workspace:admin', workspace);
      await db.write({
        invitation: store.removeInvitation(db, workspace, id, notFound),
        event: needs.record(principal, { type: 'invitation.revoked', workspace, data: { invitation: id } }),
      });
    },

    preview: async (token: string): Promise<InvitationPreview> => {
      const invitation = await open(token);
      return {
        email: invitation.email,
        role: invitation.role as Role,
        workspaceName: invitation.workspace_name,
      };
    },

    /**
     * Adds a new person as a member and signs in; an existing person must send their current password. The link alone
     * must not suffice: otherwise its holder could act under the name of another person. Nor does the password of an
     * unverified address suffice in another account: an inviter may have chosen it.
     */
    accept: async (client: Client, { token, name, password }: Acceptance): Promise<AcceptedInvitation> => {
      const invitation = await open(token);
      // Checked for every address: a weak password must not reveal which of them has a person.
      needs.checkPassword(password);
      const { email, workspace_id: workspace, account_id: account, role } = invitation;
      const known = await needs.findUser({ email });
      const { user, session, statements } =
        known === undefined
          ? await newcomer(client, { account, email, name: name ?? '', password })
          : await needs.enter(client, { email, password });
      await db.write({
        session: statements,
        verified: needs.demandVerified({ id: user.id, account }, notVerified),
        invitation: store.useInvitation(db, workspace, {
          ...{ id: invitation.id, invitedBy: invitation.invited_by, holdUser: needs.holdUser },
          ...{ now: now(), orElse: notFound },
        }),
        member: insertMember(db, { workspace_id: workspace, user_id: user.id, role, created_at: now() }, alreadyMember),
        room: room('members', { workspace }),
        event: needs.record(
          { kind: 'session', user, account: { id: account } },
          { type: 'member.added', workspace, data: { user: user.id, role } },
        ),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      return { accepted: { user: { _id: user.id, email, name: user.name } }, session };
    },

    /** Deletes expired invitations. */
    jobs: [expiry(db, 'invitations')],
  };
}

const toInvitation = (row: Pick<InvitationRow, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'>): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role as Role,
  createdAt: new Date(Number(row.created_at)).toISOString(),
  expiresAt: new Date(Number(row.expires_at)).toISOString(),
});

const toListed = (row: InvitationRow) => ({
  json: JSON.stringify(toInvitation(row)),
  key: Number(row.created_at),
  id: row.id,
});
