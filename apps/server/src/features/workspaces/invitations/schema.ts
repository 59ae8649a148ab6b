import { type Static, Type } from 'typebox';
import {
  exampleIds as ids,
  exampleLinks as links,
  exampleSecrets as secrets,
  exampleTimes as times,
} from '../../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeField, UserEmail, UserId, UserName } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { listQuery, sortField } from '../../../schemas/lists.ts';
import { SecondFactorProof } from '../../../schemas/passkeys.ts';
import { roleName, WorkspaceId } from '../schema.ts';

const Email = Type.String({
  format: 'email',
  maxLength: maxCharacters.email,
  description: 'Email address of the person to invite: up to 254 characters, stored in lower case.',
  examples: ['grace@example.com'],
});
const InvitedEmail = Type.String({
  description: 'Email address of the invited person, in lower case.',
  examples: ['grace@example.com'],
});
const InvitedRole = roleName('Role that the person gets by accepting.');

const deliveryStates = ['waiting', 'sent', 'failed'] as const;

const Delivery = Type.Object(
  {
    state: Type.Unsafe<(typeof deliveryStates)[number]>(
      Type.String({
        enum: deliveryStates,
        examples: ['sent'],
        description:
          '`waiting`: not sent yet, or tried again after an error. `sent`: the mail server took it. `failed`: ' +
          'given up; invite again to have a new link mailed.',
      }),
    ),
    error: mostlyNull(
      textLike('The mail server refused the address.'),
      'Why the last attempt failed; null if it did not.',
    ),
    at: timeField('Time of the state, or of the last attempt'),
  },
  { title: 'InvitationDelivery' },
);

const invitationFields = {
  _id: Type.String({ description: 'Invitation identifier, assigned by the service.', examples: [ids.invitation] }),
  email: InvitedEmail,
  role: InvitedRole,
  createdAt: timeField('Time of creation'),
  expiresAt: timeField('Time at which the link stops working, seven days after creation', times.later),
  delivery: mostlyNull(Delivery, 'State of the mail with the link; null if no mail was sent.'),
};

/** An invitation that is still open. */
export const Invitation = Type.Object(invitationFields, { title: 'Invitation' });
export type Invitation = Static<typeof Invitation>;

/** An invitation as it is returned once, at creation. */
export const NewInvitation = Type.Object(
  {
    ...invitationFields,
    url: orNull(
      textLike(links.invitation),
      'The link for the invited person, never returned again; null if the server mailed it to them.',
    ),
  },
  { title: 'NewInvitation' },
);
export type NewInvitation = Static<typeof NewInvitation>;

/** The body that creates an invitation. */
export const InvitationDraft = Type.Object(
  { email: Email, role: roleName('Role that the person gets by accepting; only an owner can invite an owner.') },
  { additionalProperties: false, title: 'InvitationDraft' },
);
export type InvitationDraft = Static<typeof InvitationDraft>;

const Token = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The token in the link: what follows `#token=`.',
  examples: [secrets.token],
});

/** The invitation to preview. */
export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false, title: 'InvitationToken' });

/** The part of an invitation that is shown before it is accepted. */
export const InvitationPreview = Type.Object(
  {
    email: InvitedEmail,
    role: InvitedRole,
    workspaceName: Type.String({ description: 'Name of the workspace.', examples: ['Bookshop'] }),
  },
  { title: 'InvitationPreview' },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

/** The body that accepts an invitation. */
export const Acceptance = Type.Object(
  {
    token: Token,
    name: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Name of a new user: up to 200 characters. By default the part of the email address before the `@`; ' +
          'ignored for an existing user.',
        examples: ['Grace Hopper'],
      }),
    ),
    password: Type.String({
      minLength: 1,
      maxLength: maxCharacters.password,
      description: 'The password of an existing user; for a new user, the password to set: 12 to 1,024 characters.',
      examples: [secrets.password],
    }),
    secondFactor: Type.Optional(SecondFactorProof),
  },
  {
    additionalProperties: false,
    title: 'InvitationAcceptance',
    'x-shown': ['token', 'name', 'password'],
  },
);
export type Acceptance = Static<typeof Acceptance>;

/** The person who became a member and is signed in. */
export const Accepted = Type.Object(
  {
    user: Type.Object(
      { _id: UserId, email: UserEmail, name: UserName },
      { description: 'The new member, now signed in.' },
    ),
  },
  { title: 'InvitationAccepted' },
);
export type Accepted = Static<typeof Accepted>;

/** The parameters of the list. */
export const InvitationQuery = listQuery({ sort: sortField(['createdAt', 'email']) });
export type InvitationQuery = Static<typeof InvitationQuery>;

/** The path of one invitation. */
export const InvitationPath = Type.Object({
  id: WorkspaceId,
  invitationId: Type.String({ description: 'Invitation identifier.', examples: [ids.invitation] }),
});
