import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { ConcurrencyField } from '../../schemas/concurrency.ts';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import {
  mostlyNull,
  orNull,
  textLike,
  timeField,
  timeOrNull,
  UserEmail,
  UserId,
  UserName,
  UserVerified,
} from '../../schemas/fields.ts';

const scopes = ['agents:read', 'conversations:read'];
const PermissionName = Type.Unsafe<Permission>(Type.String({ enum: permissions }));

/** The caller and its permissions. */
export const Me = Type.Object(
  {
    kind: Type.Unsafe<'key' | 'session'>(
      Type.String({
        enum: ['key', 'session'],
        examples: ['key'],
        description: 'Credential of the request: an API key or a session.',
      }),
    ),
    user: Type.Object(
      { _id: UserId, name: UserName, email: UserEmail, verified: UserVerified },
      { description: 'The signed-in user; for an API key, its user.' },
    ),
    ownsInstance: Type.Boolean({
      description: 'True if the user owns the instance: its first person, unless the operator has named another one.',
      examples: [false],
    }),
    account: Type.Object(
      {
        _id: Type.String({ description: 'Account identifier.', examples: [ids.account] }),
        plan: Type.String({ description: 'Plan of the account: `free`, `pro` or `business`.', examples: ['free'] }),
      },
      { description: 'The account of the caller.' },
    ),
    key: orNull(
      Type.Object({
        _id: Type.String({ description: 'API key identifier; not the key.', examples: [ids.apiKey] }),
        scopes: Type.Array(PermissionName, { description: 'Scopes of the key.', examples: [scopes] }),
        workspace: mostlyNull(
          textLike(ids.workspace),
          'Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.',
        ),
        expiresAt: timeOrNull('Time at which the key expires', 'null if it never does', '2026-05-01T09:30:00.000Z'),
      }),
      'The API key of the request; null for a session.',
    ),
    workspaces: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
        name: Type.String({ description: 'Name of the workspace.', examples: ['Bookshop'] }),
        role: Type.Unsafe<Role>(
          Type.String({ enum: roles, examples: ['owner'], description: 'Role of the user in the workspace.' }),
        ),
        permissions: Type.Array(PermissionName, {
          description: 'Permissions of the caller: those that the role and, for an API key, its scopes allow.',
          examples: [scopes],
        }),
      }),
      { description: 'The workspaces that the caller reaches.' },
    ),
    lockedWorkspaces: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
        name: Type.String({ description: 'Name of the workspace.', examples: ['Bookshop'] }),
      }),
      {
        description:
          'The workspaces of the user that the session does not reach, because they require a second factor and the user ' +
          'has none. Empty for an API key.',
      },
    ),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({ description: 'Max requests per minute.', examples: [60] }),
        remaining: Type.Integer({ description: 'Number of requests left in the current window.', examples: [59] }),
        resetsAt: timeField('Time at which the current window ends', times.soon),
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
  {
    name: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Your display name: up to 200 characters.',
        examples: ['Ada Lovelace'],
      }),
    ),
  },
  { additionalProperties: false, title: 'MeChanges' },
);
export type MeChanges = Static<typeof MeChanges>;
