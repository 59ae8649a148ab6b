import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, timeField, timeOrNull } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { listQuery, sortField } from '../../schemas/lists.ts';
import { wordField } from './schema.ts';

const states = ['pending', 'succeeded', 'failed'] as const;

/** The outcome of a test request. */
export const WebhookTest = Type.Object(
  {
    status: Type.Union([Type.Integer({ examples: [204] }), Type.Null()], {
      description: 'HTTP status of the reply; null without one.',
    }),
    latencyMs: Type.Union([Type.Integer({ minimum: 0, examples: [48] }), Type.Null()], {
      description: 'Duration until the reply, in ms; null without one.',
    }),
    error: mostlyNull(Type.String(), 'Why the test failed; null if it succeeded.'),
    reply: mostlyNull(Type.String(), 'The first kilobyte of the reply; null without one.'),
  },
  { title: 'WebhookTest' },
);
export type WebhookTest = Static<typeof WebhookTest>;

/** The delivery of an event to a webhook. */
export const WebhookDelivery = Type.Object(
  {
    _id: Type.String({ description: 'Delivery identifier.', examples: [ids.webhookDelivery] }),
    webhook: Type.String({ description: 'Identifier of the webhook.', examples: [ids.webhook] }),
    event: Type.String({
      description: 'Identifier of the event: the `webhook-id` of each attempt.',
      examples: [ids.event],
    }),
    type: Type.String({ description: 'Type of the event.', examples: ['message.completed'] }),
    state: wordField(
      states,
      '`pending` (an attempt is due at `dueAt`), `succeeded`, or `failed` (after ten attempts, or for good).',
    ),
    replayed: Type.Boolean({
      description: 'True if it has the header `webhook-replayed: true`: it was sent again, or late.',
      examples: [false],
    }),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts so far.', examples: [1] }),
    dueAt: timeOrNull('Time at which the next attempt is due', 'null unless it is pending', null),
    status: Type.Union([Type.Integer({ examples: [204] }), Type.Null()], {
      description: 'HTTP status of the last reply; null without one.',
    }),
    latencyMs: Type.Union([Type.Integer({ minimum: 0, examples: [48] }), Type.Null()], {
      description: 'Duration of the last attempt, in ms; null before it.',
    }),
    error: mostlyNull(Type.String(), 'Why the last attempt failed; null if it didn’t.'),
    reply: mostlyNull(Type.String(), 'The first kilobyte of the last reply; null without one.'),
    createdAt: timeField('Time of the first attempt'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** The body that sends again. */
export const Redelivery = Type.Object(
  {
    deliveryId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description: 'Identifier of a delivery to send again. Either this or `since`.',
        examples: [ids.webhookDelivery],
      }),
    ),
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Time (ISO 8601) since which all events are sent again, in order; at most the 90 days that events are kept. ' +
          'Either this or `deliveryId`.',
        examples: [times.created],
      }),
    ),
  },
  { additionalProperties: false, title: 'WebhookRedelivery', examples: [{ since: times.created }] },
);
export type Redelivery = Static<typeof Redelivery>;

/** The parameters of the list of deliveries. */
export const DeliveryQuery = listQuery({
  state: Type.Optional(wordField(states, 'Only deliveries in this state; absent for all.')),
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Only deliveries of events of this type; absent for all. Unknown ones match nothing.',
      examples: ['message.completed'],
    }),
  ),
  sort: sortField(['createdAt']),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;
