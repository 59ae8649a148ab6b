import type { Principal } from '../../../access/actor.ts';
import type { Role } from '../../../access/scopes.ts';
import { newToken, tokenDigest } from '../../../access/secrets.ts';
import { type Client, originOf, type PasskeyClient, type SessionToken } from '../../../access/sign-in.ts';
import { AppError } from '../../../errors.ts';
import type { Newcomer } from '../../../events/happening.ts';
import type { Delivery, InvitationMails } from '../../../mail/mail.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import { expiry } from '../../../storage/expired.ts';
import type { InvitationRow } from '../../../storage/tables.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import { demandIn, workspaceNotFound } from '../access.ts';
import { findMember, insertMember } from '../members/store.ts';
import { findWorkspace } from '../store.ts';
import { invitationMail } from './message.ts';
import type { InvitationNeeds, UserDraft } from './needs.ts';
import type {
  Acceptance,
  Accepted,
  Invitation,
  InvitationDraft,
  InvitationPreview,
  InvitationQuery,
  NewInvitation,
} from './schema.ts';
import * as store from './store.ts';

/** Lifetime of an invitation in milliseconds: seven days. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** The person who accepted an invitation, and the session in which they are signed in. */
export interface AcceptedInvitation {
  readonly accepted: Accepted;
  readonly session: SessionToken;
}

export type Invitations = ReturnType<typeof createInvitations>;

const notFound = () =>
  new AppError('invitation_not_found', 'The invitation does not exist, has been used or has expired.');
const alreadyMember = () => new AppError('already_member', 'This person is already a member of the workspace.');

const notVerified = (byMail: boolean) => () =>
  new AppError('address_not_verified', 'Your address is not verified, so you can’t join another account.', {
    hint: byMail
      ? 'Sign in and verify it with a mailed code (Settings, Security); the invitation stays open.'
      : 'Ask the operator of this server to verify it (parley user verify); the invitation stays open.',
  });

/** Invitations by link: create, list, read, revoke, preview, accept. */
export function createInvitations(needs: InvitationNeeds) {
  const { db, now, room, mail } = needs;

  const open = async (token: string) => {
    const invitation = await store.findInvitation(db, tokenDigest(token), now());
    if (invitation === undefined) throw notFound();
    return invitation;
  };

  /** Creates a person and their session. */
  const newcomer = async (client: Client, draft: UserDraft) => {
    const made = await needs.makeUser(draft);
    const user = { ...made.user, account: draft.account };
    const begun = needs.beginSession(user, client, ['invitation']);
    const created = needs.record(newcomerOf(user, client), { type: 'user.created', data: { user: user.id } });
    return { user, session: begun.session, statements: [...made.statements, created, ...begun.statements] };
  };

  /** Returns the statements that mail the link of an invitation. */
  const mailed = async (principal: Principal, row: InvitationRow, url: string): Promise<Statement[]> => {
    const workspace = await findWorkspace(db, row.workspace_id);
    if (workspace === undefined) throw workspaceNotFound();
    return mail.post({
      ...invitationMail({ to: row.email, from: principal.user.email, workspaceName: workspace.name, url }),
      ...{ kind: 'invitation', workspace: workspace.id, account: workspace.account_id, until: row.expires_at },
      invitation: row.id,
    });
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
        ...(mail.isOn ? mailedAt(time) : notMailed),
      };
      const url = `${needs.publicUrl}/join#token=${token}`;
      // Anyone who sees the link could accept it, so a mailed one is shown to no other person: it proves the address.
      const invitation = { ...toInvitation(row), url: mail.isOn ? null : url };
      await db.write({
        invitation: store.insertInvitation(db, row, workspaceNotFound),
        room: room('invitations', { workspace }),
        event: needs.record(principal, {
          type: 'invitation.created',
          workspace,
          data: { invitation: row.id, role: row.role },
        }),
        mail: mail.isOn ? await mailed(principal, row, url) : undefined,
        along: along(invitation),
      });
      return invitation;
    },

    /** Reads a page as JSON text. */
    list: async (principal: Principal, workspace: string, query: InvitationQuery): Promise<string> => {
      demandIn(principal, 'workspace:admin', workspace);
      return store.listInvitations(db, { workspace, now: now() }, { query, toJson: toInvitation });
    },

    read: async (principal: Principal, workspace: string, id: string): Promise<Invitation> => {
      demandIn(principal, 'workspace:admin', workspace);
      const row = await store.findOpen(db, { workspace, now: now() }, id);
      if (row === undefined) throw notFound();
      return toInvitation(row);
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
     * Adds a new person as a member and signs in; an existing person must send their current password, and their
     * second factor if they have one. The link alone
     * must not suffice: otherwise its holder could act under the name of another person. Nor does the password of an
     * unverified address suffice in another account: an inviter may have chosen it. A link that was only mailed proves
     * the address.
     */
    accept: async (
      client: PasskeyClient,
      { token, name, password, secondFactor }: Acceptance,
    ): Promise<AcceptedInvitation> => {
      // A place that guesses must wait before it learns anything: only a known address would answer so otherwise.
      needs.permit(client.address);
      const invitation = await open(token);
      // Checked for every address: a weak password must not reveal which of them has a person.
      needs.checkPassword(password);
      const { email, workspace_id: workspace, account_id: account, role } = invitation;
      const isProven = invitation.mailed_at !== null;
      const known = await needs.findUser({ email });
      const { user, session, statements } =
        known === undefined
          ? await newcomer(client, { account, email, name: name ?? '', password, verified: isProven })
          : await needs.enter(client, { email, password, secondFactor });
      const actor = newcomerOf(user, client);
      await db.write({
        session: statements,
        proven: known !== undefined && isProven ? await needs.proof(known, actor) : undefined,
        verified: needs.demandVerified({ id: user.id, account }, notVerified(mail.isOn)),
        invitation: store.useInvitation(db, workspace, {
          ...{ id: invitation.id, invitedBy: invitation.invited_by, holdUser: needs.holdUser },
          ...{ now: now(), orElse: notFound },
        }),
        member: insertMember(db, { workspace_id: workspace, user_id: user.id, role, created_at: now() }, alreadyMember),
        room: room('members', { workspace }),
        event: needs.record(actor, {
          ...{ type: 'member.added', workspace, account },
          data: { user: user.id, role, invitation: invitation.id },
        }),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      return { accepted: { user: { _id: user.id, email, name: user.name } }, session };
    },

    /** Deletes expired invitations. */
    jobs: [expiry(db, 'invitations')],
  };
}

/** A person who is signed in by accepting. */
const newcomerOf = ({ id, account }: { readonly id: string; readonly account: string }, client: Client): Newcomer => ({
  ...{ kind: 'session', user: { id }, account: { id: account }, origin: originOf(client) },
});

/** Creates what follows the mails with the links. */
export const invitationMails = ({ db, now }: Pick<InvitationNeeds, 'db' | 'now'>): InvitationMails => ({
  isOpen: (id) => store.isOpen(db, id, now()),
  note: (id, delivery) => store.noteDelivery(db, id, delivery),
});

/** The columns of a row about its mail. */
const mailedAt = (time: number) => ({ mailed_at: time, mail_state: 'waiting', mail_state_at: time, mail_error: null });
const notMailed = { mailed_at: null, mail_state: null, mail_state_at: null, mail_error: null };

const toInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role as Role,
  createdAt: new Date(Number(row.created_at)).toISOString(),
  expiresAt: new Date(Number(row.expires_at)).toISOString(),
  delivery:
    row.mail_state === null
      ? null
      : {
          state: row.mail_state as Delivery['state'],
          error: row.mail_error,
          at: new Date(Number(row.mail_state_at)).toISOString(),
        },
});
