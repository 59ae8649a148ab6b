import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { limits, type WebhookValues } from './use-webhook-form.ts';

/** The address of a webhook, and what it is for. */
export function AddressFields({ form }: { form: Pick<UseFormReturnType<WebhookValues>, 'getInputProps'> }) {
  return (
    <>
      <TextInput
        type="url"
        label="Address"
        description="Gets a signed POST request for each event. Public hosts with https only."
        placeholder="https://example.com/parley-events"
        maxLength={limits.url}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description (optional)"
        placeholder="Orders of the shop"
        maxLength={limits.description}
        {...form.getInputProps('description')}
      />
    </>
  );
}
