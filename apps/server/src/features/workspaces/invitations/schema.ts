import { type Static, Type } from 'typebox';
import { RoleName } from '../schema.ts';

const Time = Type.String({ format: 'date-time' });
const Email = Type.String({ format: 'email', maxLength: 254 });

const invitationFields = {
  _id: Type.String(),
  email: Type.String(),
  role: RoleName,
  createdAt: Time,
  expiresAt: Time,
};

/** An invitation that is still open. */
export const Invitation = Type.Object(invitationFields, { title: 'Invitation' });
export type Invitation = Static<typeof Invitation>;

/** An invitation as it is shown once, when it is made. */
export const NewInvitation = Type.Object(
  { ...invitationFields, url: Type.String({ description: 'The link to pass on. It is never shown again.' }) },
  { title: 'NewInvitation' },
);
export type NewInvitation = Static<typeof NewInvitation>;

/** Who is invited, and the role that they get. */
export const InvitationDraft = Type.Object(
  { email: Email, role: RoleName },
  { additionalProperties: false, title: 'InvitationDraft' },
);
export type InvitationDraft = Static<typeof InvitationDraft>;

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'The token of the link.' });

/** The invitation to preview. */
export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false, title: 'InvitationToken' });

/** What an invitation shows before it is accepted. */
export const InvitationPreview = Type.Object(
  {
    email: Type.String(),
    role: RoleName,
    workspaceName: Type.String(),
    hasAccount: Type.Boolean({
      description: 'Whether the person has a password already, and accepts with that; if not, one is chosen.',
    }),
  },
  { title: 'InvitationPreview' },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

/** How an invitation is accepted. */
export const Acceptance = Type.Object(
  {
    token: Token,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'The one that the person has here; of somebody new, 12 to 1,024 characters.',
    }),
  },
  { additionalProperties: false, title: 'InvitationAcceptance' },
);
export type Acceptance = Static<typeof Acceptance>;

/** Who became a member, and is signed in. */
export const Accepted = Type.Object(
  {
    user: Type.Object({ _id: Type.String(), email: Type.String(), name: Type.String() }),
  },
  { title: 'InvitationAccepted' },
);
export type Accepted = Static<typeof Accepted>;

/** The path of one invitation. */
export const InvitationPath = Type.Object({ id: Type.String(), invitationId: Type.String() });
