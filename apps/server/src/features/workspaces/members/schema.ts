import { type Static, Type } from 'typebox';
import { RoleName } from '../schema.ts';

const Time = Type.String({ format: 'date-time' });

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

/** The path of one member. */
export const MemberPath = Type.Object({
  id: Type.String(),
  userId: Type.String({ description: 'The member’s user.' }),
});
