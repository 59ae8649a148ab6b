import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, timeField, timeOrNull } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { idFilter, listQuery, sortField } from '../../schemas/lists.ts';

/** Max hours that a secret still signs after its rotation: a week. */
const maxOverlap = 168;

/** A word of a closed set. */
export const wordField = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description, examples: [words[0]] }));

const statuses = ['enabled', 'disabled'] as const;

const typesField = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description,
    examples: [['conversation.*', 'message.completed']],
  });

const agentsField = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: maxCharacters.id }), {
    maxItems: 100,
    uniqueItems: true,
    description,
    examples: [[ids.agent]],
  });

const urlField = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000 ' +
    'characters. `http` only for a host that the operator allows.',
  examples: ['https://example.com/parley-events'],
});

const descriptionField = (description: string) =>
  Type.String({ maxLength: 500, description, examples: ['Orders of the shop'] });

const fields = {
  _id: Type.String({ description: 'Webhook identifier.', examples: [ids.webhook] }),
  workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
  url: urlField,
  description: descriptionField('A note about its purpose; may be empty.'),
  types: typesField('Types of events that it gets: `*` for all, `agent.*` for all of agents, or single ones.'),
  agents: agentsField('Identifiers of the agents whose events alone it gets; empty for all events of the workspace.'),
  status: wordField(statuses, '`enabled`, or `disabled`: then nothing is sent, and events wait.'),
  disabledReason: mostlyNull(
    wordField(
      ['manual', 'failing', 'gone'],
      '`manual` (a person or key did it), `failing` (no delivery had succeeded for about 75 hours) or `gone` (its ' +
        'receiver answered 410).',
    ),
    'Why it is disabled; null while it is enabled.',
  ),
  failingSince: timeOrNull('Time since which every attempt has failed', 'null while it works', null),
  lastSuccessAt: timeOrNull('Time of the last delivery that succeeded', 'null before the first', times.updated),
  pending: Type.Integer({ minimum: 0, description: 'Number of deliveries that wait for an attempt.', examples: [0] }),
  caughtUp: Type.Boolean({
    description: 'True if nothing waits: each event of the log was sent, has failed for good, or isn’t wanted.',
    examples: [true],
  }),
  missedThrough: timeOrNull(
    'Time of the last event that expired before the webhook came to it, because it was disabled or failed for too long',
    'null if it missed none',
    null,
  ),
  oldSecretUntil: timeOrNull(
    'Time until which the secret before the last rotation also signs',
    'null without such a secret',
    null,
  ),
  createdAt: timeField('Time of creation'),
  updatedAt: timeField('Time of the last change', times.updated),
};

/** A webhook as the API returns it: never its secret. */
export const Webhook = Type.Object(fields, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

/** A webhook with its secret, which is returned once. */
export const WebhookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: 'The secret that signs its requests (Standard Webhooks). It is never returned again.',
      examples: ['whsec_ZXhhbXBsZS1ub3QtYS1yZWFsLXNlY3JldA=='],
    }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const settings = {
  description: Type.Optional(descriptionField('A note about its purpose: up to 500 characters; empty by default.')),
  types: Type.Optional(
    typesField('Types of events: `*` for all (the default), `agent.*` for all of agents, or single ones; 1 to 100.'),
  ),
  agents: Type.Optional(
    agentsField(
      'Identifiers of agents of the workspace whose events alone it gets, up to 100; empty for all (the default).',
    ),
  ),
};

/** The body that creates a webhook. */
export const WebhookDraft = Type.Object(
  {
    url: urlField,
    ...settings,
    status: Type.Optional(wordField(statuses, '`enabled` (the default), or `disabled`: then events wait.')),
    workspaceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of its workspace; may be absent if you reach a single one.',
        examples: [ids.workspace],
      }),
    ),
  },
  { additionalProperties: false, title: 'WebhookDraft', 'x-shown': ['url', 'types'] },
);
export type WebhookDraft = Static<typeof WebhookDraft>;

/** The body that updates a webhook; absent fields stay unchanged. */
export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(urlField),
    description: Type.Optional(descriptionField('A note about its purpose: up to 500 characters.')),
    types: Type.Optional(typesField('Types of events: `*` for all, `agent.*` for all of agents, or single ones.')),
    agents: Type.Optional(agentsField('Identifiers of the agents whose events alone it gets; empty for all.')),
    status: Type.Optional(
      wordField(statuses, '`disabled` stops it; `enabled` sends what has happened meanwhile, in order, then the rest.'),
    ),
  },
  { additionalProperties: false, title: 'WebhookChanges', 'x-shown': ['status'] },
);
export type WebhookChanges = Static<typeof WebhookChanges>;

/** The body that rotates the secret of a webhook. */
export const WebhookRotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlap,
        default: 24,
        description: 'Hours that the old secret also signs: 0 to 168, 24 by default.',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, title: 'WebhookRotation' },
);

/** The parameters of the list. */
export const WebhookQuery = listQuery({
  workspaceId: idFilter('Only webhooks of this workspace', ids.workspace),
  status: Type.Optional(wordField(statuses, 'Only webhooks with this status; absent for all.')),
  sort: sortField(['createdAt']),
});
export type WebhookQuery = Static<typeof WebhookQuery>;

/** The path of one webhook. */
export const WebhookPath = Type.Object({
  id: Type.String({ description: 'Webhook identifier.', examples: [ids.webhook] }),
});
