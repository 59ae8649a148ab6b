import { type Static, Type } from 'typebox';
import { type Permission, permissions } from '../../access/scopes.ts';
import { nameField, orNull } from '../../schemas/fields.ts';
import { listQuery } from '../../schemas/lists.ts';

const Scope = Type.Unsafe<Permission>(Type.String({ enum: permissions }));
const environments = ['development', 'production'] as const;
const Environment = Type.Unsafe<(typeof environments)[number]>(Type.String({ enum: environments }));
const statuses = ['active', 'expired', 'revoked'] as const;
const KeyStatus = Type.Unsafe<(typeof statuses)[number]>(Type.String({ enum: statuses }));
const Name = nameField({
  most: 100,
  maxLength: 200,
  description: 'What the key is for: 1 to 100 characters after trimming.',
});
const Time = Type.String({ format: 'date-time' });

/** Days after which a key can be made to expire. */
const lifetimes = [30, 90, 365] as const;

const keyFields = {
  _id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'What every key begins with.' }),
  lastFour: Type.String({ description: 'The last four characters of the key.' }),
  scopes: Type.Array(Scope),
  environment: Environment,
  workspace: Type.Union([Type.String(), Type.Null()], {
    description: 'The one workspace that the key reaches; null for all of its user’s in the account.',
  }),
  status: KeyStatus,
  user: Type.Object({ _id: Type.String(), name: Type.String(), email: Type.String() }),
  rotatedFrom: Type.Union([Type.String(), Type.Null()], { description: 'The key that this one replaces.' }),
  createdAt: Time,
  expiresAt: orNull(Time),
  lastUsedAt: Type.Union([Time, Type.Null()], { description: 'Late by a minute at most.' }),
  revokedAt: orNull(Time),
};

/** A key as lists show it: never the key itself. */
export const ApiKey = Type.Object(keyFields, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

/** A key as it is shown once, when it is made. */
export const NewApiKey = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself. It is never shown again.' }) },
  { title: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

/** What a key is made from. */
export const ApiKeyDraft = Type.Object(
  {
    name: Name,
    scopes: Type.Array(Scope, { minItems: 1, maxItems: permissions.length, uniqueItems: true }),
    environment: Type.Optional(Environment),
    workspaceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    expiresInDays: Type.Optional(
      Type.Union([Type.Unsafe<(typeof lifetimes)[number]>(Type.Integer({ enum: lifetimes })), Type.Null()], {
        description: '30, 90 or 365; null or absent for never.',
        'x-message': 'must be 30, 90, 365 or null',
      }),
    ),
  },
  { additionalProperties: false, title: 'ApiKeyDraft' },
);
export type ApiKeyDraft = Static<typeof ApiKeyDraft>;

/** What of a key can be changed. */
export const ApiKeyChanges = Type.Object(
  { name: Type.Optional(Name) },
  { additionalProperties: false, title: 'ApiKeyChanges' },
);
export type ApiKeyChanges = Static<typeof ApiKeyChanges>;

/** The longest time for which a rotated key goes on working, in hours. */
const maxOverlap = 168;

/** How a key is replaced. */
export const Rotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: maxOverlap, default: 24, description: 'How long the old key still works.' }),
    ),
  },
  { additionalProperties: false, title: 'ApiKeyRotation' },
);
export type Rotation = Static<typeof Rotation>;

/** The parameters of the list. */
export const ApiKeyQuery = listQuery({
  workspaceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  environment: Type.Optional(Environment),
  status: Type.Optional(KeyStatus),
});
export type ApiKeyQuery = Static<typeof ApiKeyQuery>;

/** The path of one key. */
export const ApiKeyPath = Type.Object({ id: Type.String({ description: 'The key’s identifier, not the key.' }) });
