import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { happened } from './event-kind.ts';

const webhook = Type.String({
  description: 'Identifier of the webhook.',
  examples: [exampleIds.webhook],
});

/** Events of webhooks. */
export const webhookEvents = {
  'webhook.created': happened('A webhook was created.', { webhook }),
  'webhook.updated': happened('A webhook was changed.', { webhook }),
  'webhook.disabled': happened('A webhook was switched off, because its receiver failed for long or said 410.', {
    webhook,
    reason: Type.String({ description: '`failing` or `gone`.', examples: ['failing'] }),
  }),
  'webhook.deleted': happened('A webhook was deleted.', { webhook }),
} as const;
