import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, timeField } from '../../../schemas/fields.ts';
import { listQuery, sortField } from '../../../schemas/lists.ts';

/** States of the delivery of a message. */
const states = ['queued', 'sent', 'delivered', 'failed', 'unknown'] as const;

const stateField = (description: string) =>
  Type.Unsafe<(typeof states)[number]>(Type.String({ enum: [...states], description, examples: ['sent'] }));

/** Delivery of a message to a user of a messenger. */
export const MessageDelivery = Type.Object(
  {
    message: Type.String({ description: 'Identifier of the message.', examples: [ids.reply] }),
    conversation: Type.String({ description: 'Identifier of its conversation.', examples: [ids.conversation] }),
    channel: Type.String({ description: 'Identifier of the channel.', examples: [ids.channel] }),
    state: stateField(
      '`queued` (it will be sent, or sent again), `sent` (the platform has it), `delivered` (the platform says so), ' +
        '`failed` (`error` says why), or `unknown` (the service can’t tell whether it was sent, and sends it again only ' +
        'on request).',
    ),
    error: mostlyNull(
      Type.Object(
        {
          code: Type.String({ description: 'Stable code of the problem.', examples: ['unreachable'] }),
          message: Type.String({
            description: 'Description of the problem.',
            examples: ['Telegram could not be reached.'],
          }),
        },
        { title: 'DeliveryProblem' },
      ),
      'The last problem; null if there was no problem.',
    ),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts so far.', examples: [1] }),
    createdAt: timeField('Time at which the message was complete'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'MessageDelivery' },
);
export type MessageDelivery = Static<typeof MessageDelivery>;

/** The parameters of the list. */
export const DeliveryQuery = listQuery({
  state: Type.Optional(stateField('Only deliveries in this state; absent for all.')),
  sort: sortField(['createdAt']),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;
