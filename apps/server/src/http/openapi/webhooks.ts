import { Type } from 'typebox';
import { catalog, eventData, eventTypes } from '../../events/catalog/catalog.ts';
import { changesField, EventActor, workspaceField } from '../../schemas/events.ts';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';

/** The fields that the body of a webhook has, whatever the type of its event. */
const WebhookEvent = Type.Object(
  {
    type: Type.String({ description: 'Type of the event.', examples: ['agent.created'] }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.', examples: [times.created] }),
    _id: Type.String({
      description: 'Identifier of the event, which is also the `webhook-id`.',
      examples: [ids.event],
    }),
    workspace: workspaceField,
    actor: EventActor,
    changes: changesField,
  },
  { title: 'WebhookEvent', description: 'An event of a workspace, as a webhook gets it.' },
);

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** The headers that all webhooks share, under `components` of the document. */
export const webhookComponents = {
  parameters: {
    WebhookId: header('webhook-id', 'Identifier of the event: the same each time that it is sent.', ids.event),
    WebhookTimestamp: header('webhook-timestamp', 'When the request was sent, in seconds since 1970.', '1769850000'),
    WebhookSignature: header(
      'webhook-signature',
      'Signatures of Standard Webhooks, separated by spaces: one for each secret while it is rotated.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
    WebhookReplayed: {
      ...header('webhook-replayed', '`true` if the event is sent later than it happened, on request.', 'true'),
      required: false,
    },
  },
} as const;

const parameters = Object.keys(webhookComponents.parameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));
const responses = {
  '2XX': { description: 'Received. The body is not read.' },
  '4XX': { description: '410 disables the webhook. Any other status is tried again.' },
};

/** The webhooks of the document (OpenAPI 3.1): one for each type of event. */
export const eventWebhooks = () =>
  Object.fromEntries(
    eventTypes.map((type) => {
      const own = { type: 'object', properties: { type: { type: 'string', enum: [type] }, data: eventData(type) } };
      const schema = { allOf: [WebhookEvent, { ...own, required: ['type', 'data'] }] };
      const post = {
        operationId: `on_${type.replace('.', '_')}`,
        tags: ['Events'],
        summary: type,
        description: catalog[type].description,
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses,
      };
      return [type, { post }];
    }),
  );
