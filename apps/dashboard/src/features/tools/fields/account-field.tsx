import { Radio, Stack } from '@mantine/core';
import type { ToolForm } from './use-tool-form.ts';

/**
 * Chooses the account with which a tool is called. `without` describes calls without one, `only` what the account of the
 * workspace is for if each user has their own.
 */
export function AccountField({ form, without, only }: { form: ToolForm; without: string; only: string }) {
  return (
    <Radio.Group label="Account" {...form.getInputProps('auth')}>
      <Stack gap="sm" mt={6}>
        <Radio value="none" label="None" description={without} />
        <Radio
          value="workspace"
          label="An account of this workspace"
          description="A member signs in on the page of the tool. All calls are made as that account."
        />
        <Radio
          value="end_user"
          label="Each user’s own account"
          description={`In the chat, the agent gives each user a link to connect their own account. The account of the workspace is used only to ${only} here.`}
        />
      </Stack>
    </Radio.Group>
  );
}
