import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { NotVerified } from '../../ui/page/not-verified.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

/** Lets an unverified user verify their address; nothing for others. */
export function Verification() {
  const { user } = useMe();
  const [isSent, setSent] = useState(false);
  if (user.verified) return null;
  return (
    <Stack gap="sm" mt="md">
      <Group gap="sm">
        <NotVerified />
        <Text size="sm" c="dimmed">
          Until it is, you can’t join the workspaces of another account.
        </Text>
      </Group>
      <SendForm isSent={isSent} onSent={() => setSent(true)} />
      {isSent && <CodeForm email={user.email} />}
    </Stack>
  );
}

function SendForm({ isSent, onSent }: { isSent: boolean; onSent: () => void }) {
  const form = useForm({ initialValues: {} });
  const submission = useSubmit(form, () => callApi((client) => client.me.sendVerification()), onSent);
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="sm">
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <Group>
          <SubmitButton submission={submission} variant="default">
            {isSent ? 'Send a new code' : 'Email me a code'}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

function CodeForm({ email }: { email: string }) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.replaceAll(/\D/g, '').length === 8 ? null : 'Enter the eight digits.') },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ code }) => callApi((client) => client.me.confirmVerification({ code })),
    async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: queries.me().queryKey });
      toastDone(message);
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {problem !== undefined && <ProblemNotice error={problem} />}
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Code"
            description={`From the email to ${email}. It works for 15 minutes.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={isPending}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
