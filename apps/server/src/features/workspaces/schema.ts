import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { nameField } from '../../schemas/fields.ts';
import { listQuery } from '../../schemas/lists.ts';

const Time = Type.String({ format: 'date-time' });
const Name = nameField({ most: 100, maxLength: 200, description: '1 to 100 characters after trimming.' });
const RoleName = Type.Unsafe<Role>(Type.String({ enum: roles }));
const Permissions = Type.Array(Type.Unsafe<Permission>(Type.String({ enum: permissions })));
const Email = Type.String({ format: 'email', maxLength: 254 });

/** A workspace with what the caller may do there. */
export const Workspace = Type.Object(
  {
    _id: Type.String(),
    name: Type.String(),
    role: RoleName,
    permissions: Permissions,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

/** What a workspace is made from. */
export const WorkspaceDraft = Type.Object({ name: Name }, { additionalProperties: false, title: 'WorkspaceDraft' });
export type WorkspaceDraft = Static<typeof WorkspaceDraft>;

/** What an update may change; what is absent stays. */
export const WorkspaceChanges = Type.Object(
  { name: Type.Optional(Name) },
  { additionalProperties: false, title: 'WorkspaceChanges' },
);
export type WorkspaceChanges = Static<typeof WorkspaceChanges>;

/** The parameters of every list here. */
export const WorkspaceQuery = listQuery({});
export type PageQuery = Static<typeof WorkspaceQuery>;

/** A person in a workspace. */
export const Member = Type.Object(
  {
    user: Type.Object({ _id: Type.String(), name: Type.String(), email: Type.String(), status: Type.String() }),
    role: RoleName,
    createdAt: Time,
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

/** The role that a member gets. */
export const MemberChanges = Type.Object({ role: RoleName }, { additionalProperties: false, title: 'MemberChanges' });
export type MemberChanges = Static<typeof MemberChanges>;

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

/** Who is invited, and to which role. */
export const InvitationDraft = Type.Object(
  { email: Email, role: RoleName },
  { additionalProperties: false, title: 'InvitationDraft' },
);
export type InvitationDraft = Static<typeof InvitationDraft>;

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'The token of the link.' });

/** Which invitation is looked at. */
export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false, title: 'InvitationToken' });

/** What an invitation says before it is accepted. */
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

/** The path of one workspace, and of what belongs to it. */
export const WorkspacePath = Type.Object({ id: Type.String({ description: 'The workspace identifier.' }) });
/** The path of one member. */
export const MemberPath = Type.Object({
  id: Type.String(),
  userId: Type.String({ description: 'The member’s user.' }),
});
/** The path of one invitation. */
export const InvitationPath = Type.Object({ id: Type.String(), invitationId: Type.String() });
