import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleLinks as links, exampleTimes as times } from '../../../schemas/examples.ts';
import { orNull, textLike, timeField, UserEmail, UserId, UserName, UserVerified } from '../../../schemas/fields.ts';
import { listQuery, sortField } from '../../../schemas/lists.ts';
import { roleName, WorkspaceId } from '../schema.ts';

const MemberRole = roleName('Role of the member in the workspace.');

/** A person in a workspace. */
export const Member = Type.Object(
  {
    user: Type.Object(
      {
        _id: UserId,
        name: UserName,
        email: UserEmail,
        verified: UserVerified,
        status: Type.String({
          description: '`active`, or `suspended`: a suspended user and its keys are refused.',
          examples: ['active'],
        }),
      },
      { description: 'The person who is the member.' },
    ),
    role: MemberRole,
    createdAt: timeField('Time when the person joined the workspace'),
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

/** The body that changes the role of a member. */
export const MemberChanges = Type.Object({ role: MemberRole }, { additionalProperties: false, title: 'MemberChanges' });
export type MemberChanges = Static<typeof MemberChanges>;

/** A link that sets a new password for a member. */
export const MemberReset = Type.Object(
  {
    email: UserEmail,
    url: orNull(
      textLike(links.reset),
      'The link for the member, never returned again; null if the server mailed it to them.',
    ),
    expiresAt: timeField('Time at which the link stops working, one hour after creation', times.soon),
  },
  { title: 'MemberPasswordReset' },
);
export type MemberReset = Static<typeof MemberReset>;

/** The parameters of the list. */
export const MemberQuery = listQuery({ sort: sortField(['createdAt', 'name']) });
export type MemberQuery = Static<typeof MemberQuery>;

/** The path of one member. */
export const MemberPath = Type.Object({
  id: WorkspaceId,
  userId: Type.String({ description: 'User identifier of the member.', examples: [ids.otherUser] }),
});
