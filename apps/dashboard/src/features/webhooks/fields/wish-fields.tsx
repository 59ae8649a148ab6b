import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AgentsField } from './agents-field.tsx';
import { TypesField } from './types-field.tsx';
import type { WebhookValues } from './use-webhook-form.ts';

interface WishFieldsProps {
  readonly form: Pick<UseFormReturnType<WebhookValues>, 'getInputProps' | 'values'>;
  readonly workspaceId: string;
}

/** The events and agents of a webhook. */
export function WishFields({ form, workspaceId }: WishFieldsProps) {
  return (
    <Stack gap="md">
      <TypesField {...form.getInputProps('types')} value={form.values.types} />
      <AgentsField workspaceId={workspaceId} {...form.getInputProps('agents')} value={form.values.agents} />
    </Stack>
  );
}
