import { useForm } from '@mantine/form';
import type { Webhook } from '@parley/sdk';

/** The settings of a webhook, as a form has them. */
export interface WebhookValues {
  url: string;
  description: string;
  types: string[];
  agents: string[];
}

/** Max length of an address, and of a description, as in the API. */
export const limits = { url: 2_000, description: 500 } as const;

/** The values of a webhook in a form. */
export const valuesOf = ({ url, description, types, agents }: Pick<Webhook, keyof WebhookValues>): WebhookValues => ({
  ...{ url, description },
  types: [...types],
  agents: [...agents],
});

/** The form of a new webhook, or of one that exists. */
export const useWebhookForm = (webhook?: Webhook) =>
  useForm<WebhookValues>({
    initialValues: valuesOf(webhook ?? { url: '', description: '', types: ['*'], agents: [] }),
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : 'Enter an address that begins with https://.'),
      types: (types) => (types.length === 0 ? 'Choose at least one event.' : null),
    },
  });
