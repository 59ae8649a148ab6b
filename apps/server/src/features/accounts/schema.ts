import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { ConcurrencyField } from '../../schemas/concurrency.ts';
import { orNull, timeField, timeOrNull, UserEmail, UserId, UserName, UserVerified } from '../../schemas/fields.ts';

const PermissionName = Type.Unsafe<Permission>(Type.String({ enum: permissions }));

/** The caller and its permissions. */
export const Me = Type.Object(
  {
    kind: Type.Unsafe<'key' | 'session'>(
      Type.String({ enum: ['key', 'session'], description: 'Whether the request has an API key or a session.' }),
    ),
    user: Type.Object(
      { _id: UserId, name: UserName, email: UserEmail, verified: UserVerified },
      { description: 'The signed-in user; for an API key, its user.' },
    ),
    account: Type.Object(
      {
        _id: Type.String({ description: 'Account identifier.' }),
        plan: Type.String({ description: 'Plan of the account: `free`, `pro` or `business`.' }),
      },
      { description: 'The account of the caller.' },
    ),
    key: orNull(
      Type.Object({
        _id: Type.String({ description: 'API key identifier; not the key.' }),
        scopes: Type.Array(PermissionName, { description: 'Scopes of the key.' }),
        workspace: orNull(
          Type.String(),
          'Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.',
        ),
        expiresAt: timeOrNull('Time at which the key expires', 'null if it never does'),
      }),
      'The API key of the request; null for a session.',
    ),
    workspaces: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.' }),
        name: Type.String({ description: 'Name of the workspace.' }),
        role: Type.Unsafe<Role>(Type.String({ enum: roles, description: 'Role of the user in the workspace.' })),
        permissions: Type.Array(PermissionName, {
          description: 'Permissions of the caller: those that the role and, for an API key, its scopes allow.',
        }),
      }),
      { description: 'The workspaces that the caller reaches.' },
    ),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({ description: 'Max requests per minute.' }),
        remaining: Type.Integer({ description: 'Number of requests left in the current window.' }),
        resetsAt: timeField('Time at which the current window ends'),
      },
      { description: 'The current rate-limit window: of the account’s keys, or of the user’s sessions.' },
    ),
    concurrency: ConcurrencyField,
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

/** The body that updates the caller's user; absent fields stay unchanged. */
export const MeChanges = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 200, description: 'Your display name: up to 200 characters.' })) },
  { additionalProperties: false, title: 'MeChanges' },
);
export type MeChanges = Static<typeof MeChanges>;
