import { type Static, Type } from 'typebox';
import { keyLifetimes } from '../../access/key-format.ts';
import { type Permission, permissions } from '../../access/scopes.ts';
import { exampleIds as ids, exampleSecrets as secrets, exampleTimes as times } from '../../schemas/examples.ts';
import {
  isoTime,
  mostlyNull,
  nameField,
  orNull,
  textLike,
  timeField,
  timeOrNull,
  UserEmail,
  UserId,
  UserName,
} from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { idFilter, listQuery, sortField } from '../../schemas/lists.ts';

/** The key of the examples. */
const names = { name: 'Nightly export', scopes: ['agents:read', 'conversations:read'] };

const Scope = Type.Unsafe<Permission>(Type.String({ enum: permissions }));
const environments = ['development', 'production'] as const;
const environment = (description: string) =>
  Type.Unsafe<(typeof environments)[number]>(
    Type.String({ enum: environments, description, examples: ['production'] }),
  );
const statuses = ['active', 'inactive', 'expired', 'revoked'] as const;
const keyStatus = (description: string) =>
  Type.Unsafe<(typeof statuses)[number]>(Type.String({ enum: statuses, description }));
const inactiveReasons = ['suspended', 'removed'] as const;
const Name = nameField({
  most: 100,
  maxLength: 200,
  description: 'Name of the key: 1 to 100 characters after trimming.',
  example: names.name,
});

const scopeList = (description: string) =>
  Type.Array(Scope, {
    minItems: 1,
    maxItems: permissions.length,
    uniqueItems: true,
    description,
    examples: [names.scopes],
  });

const keyFields = {
  _id: Type.String({
    description: 'API key identifier, assigned by the service; not the key.',
    examples: [ids.apiKey],
  }),
  name: Type.String({ description: 'Name of the key.', examples: [names.name] }),
  prefix: Type.String({ description: 'The prefix of every key.', examples: ['parley_'] }),
  lastFour: Type.String({ description: 'The last four characters of the key.', examples: ['x0Zq'] }),
  scopes: Type.Array(Scope, {
    description: 'Scopes of the key; its user’s role must allow them, too.',
    examples: [names.scopes],
  }),
  environment: environment('Label of the key; both environments have the same rights.'),
  workspace: mostlyNull(
    textLike(ids.workspace),
    'Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.',
  ),
  status: keyStatus('`active`, `inactive`, `expired` or `revoked`; only an active key is accepted.'),
  inactiveReason: mostlyNull(
    Type.Unsafe<(typeof inactiveReasons)[number]>(Type.String({ enum: inactiveReasons })),
    'Why the key is inactive: its user is `suspended`, or was `removed` from all that the key reaches. The key ' +
      'works again once that ends; null if it is not inactive.',
  ),
  user: Type.Object(
    { _id: UserId, name: UserName, email: UserEmail },
    { description: 'The user whose role the key has.' },
  ),
  rotatedFrom: mostlyNull(
    textLike(ids.otherApiKey),
    'Identifier of the key that this one replaces; null if it replaces none.',
  ),
  replacedBy: mostlyNull(
    textLike(ids.otherApiKey),
    'Identifier of the key that replaced this one, the latest if there were several; null if the key was not rotated.',
  ),
  validUntil: timeOrNull(
    'Time at which a rotated key stops or stopped working',
    'null if the key was not rotated',
    null,
  ),
  createdAt: timeField('Time of creation'),
  expiresAt: timeOrNull('Time at which the key expires', 'null if it never does', '2026-05-01T09:30:00.000Z'),
  lastUsedAt: orNull(
    Type.String({ format: 'date-time', examples: [times.soon] }),
    `Time of the last request with the key: ${isoTime}, late by up to a minute; null if it was never used.`,
  ),
  revokedAt: timeOrNull('Time of the revocation', 'null if the key is not revoked', null),
};

/** A key as lists return it: never the key itself. */
export const ApiKey = Type.Object(keyFields, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

/** A key as it is returned once, at creation. */
export const NewApiKey = Type.Object(
  {
    ...keyFields,
    key: Type.String({ description: 'The key itself. It is never returned again.', examples: [secrets.key] }),
  },
  { title: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

/** The body that creates a key. */
export const ApiKeyDraft = Type.Object(
  {
    name: Name,
    scopes: scopeList('Scopes of the key: at least one, and none that your role does not allow.'),
    environment: Type.Optional(environment('Label of the key; `production` by default.')),
    workspaceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of the only workspace that the key reaches; absent for each of yours in your account.',
        examples: [ids.workspace],
      }),
    ),
    expiresInDays: Type.Optional(
      Type.Union([Type.Unsafe<(typeof keyLifetimes)[number]>(Type.Integer({ enum: keyLifetimes })), Type.Null()], {
        description: 'Lifetime in days: 30, 90 or 365; null or absent if the key never expires.',
        examples: [90],
        'x-message': 'must be 30, 90, 365 or null',
      }),
    ),
  },
  { additionalProperties: false, title: 'ApiKeyDraft', 'x-shown': ['name', 'scopes', 'expiresInDays'] },
);
export type ApiKeyDraft = Static<typeof ApiKeyDraft>;

/** The body that updates a key; absent fields stay unchanged. */
export const ApiKeyChanges = Type.Object(
  {
    name: Type.Optional(Name),
    scopes: Type.Optional(scopeList('The scopes that the key keeps: some of those that it has, at least one.')),
  },
  { additionalProperties: false, title: 'ApiKeyChanges', 'x-shown': ['name'] },
);
export type ApiKeyChanges = Static<typeof ApiKeyChanges>;

/** Max hours that a rotated key stays valid. */
const maxOverlap = 168;

/** The body that rotates a key. */
export const Rotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlap,
        default: 24,
        description: 'Hours that the old key stays valid: 0 to 168, 24 by default.',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, title: 'ApiKeyRotation' },
);
export type Rotation = Static<typeof Rotation>;

/** The parameters of the list. */
export const ApiKeyQuery = listQuery({
  workspaceId: idFilter('Only keys that are bound to this workspace', ids.workspace),
  userId: idFilter('Only keys of this user', ids.user),
  environment: Type.Optional(environment('Only keys with this environment; absent for all.')),
  status: Type.Optional(keyStatus('Only keys with this status; absent for all.')),
  sort: sortField(['createdAt', 'lastUsedAt', 'name']),
});
export type ApiKeyQuery = Static<typeof ApiKeyQuery>;

/** The path of one key. */
export const ApiKeyPath = Type.Object({
  id: Type.String({ description: 'API key identifier; not the key.', examples: [ids.apiKey] }),
});
