import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { orNull } from '../../schemas/fields.ts';

const Time = Type.String({ format: 'date-time' });
const PermissionName = Type.Unsafe<Permission>(Type.String({ enum: permissions }));

/** Who the caller is and what it may do. */
export const Me = Type.Object(
  {
    kind: Type.Unsafe<'key' | 'session'>(Type.String({ enum: ['key', 'session'] })),
    user: Type.Object({ _id: Type.String(), name: Type.String(), email: Type.String() }),
    account: Type.Object({ _id: Type.String(), plan: Type.String() }),
    key: Type.Union(
      [
        Type.Object({
          _id: Type.String(),
          scopes: Type.Array(PermissionName),
          workspace: Type.Union([Type.String(), Type.Null()]),
          expiresAt: orNull(Time),
        }),
        Type.Null(),
      ],
      { description: 'The API key that asks; null for a session.' },
    ),
    workspaces: Type.Array(
      Type.Object({
        _id: Type.String(),
        role: Type.Unsafe<Role>(Type.String({ enum: roles })),
        permissions: Type.Array(PermissionName, { description: 'Scopes and role together.' }),
      }),
    ),
    rateLimit: Type.Object({
      limit: Type.Integer({ description: 'Requests per minute.' }),
      remaining: Type.Integer(),
      resetsAt: Time,
    }),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

/** What of oneself can be changed. */
export const MeChanges = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false, title: 'MeChanges' },
);
export type MeChanges = Static<typeof MeChanges>;
