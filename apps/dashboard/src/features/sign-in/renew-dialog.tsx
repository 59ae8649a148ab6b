import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { callSignedOut } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { endRenewal } from '../../api/renewal.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** Asks the user to sign in again over the current page; interrupted calls then continue. */
export function RenewDialog() {
  return (
    <Dialog onClose={() => endRenewal(false)} title="Sign in again" zIndex={400}>
      <RenewForm />
    </Dialog>
  );
}

function RenewForm() {
  const email = queryClient.getQueryData(queries.me().queryKey)?.user.email ?? '';
  const form = useForm({ initialValues: { password: '' } });
  const submission = useSubmit(
    form,
    ({ password }) => callSignedOut((client) => client.sessions.create({ email, password })),
    () => endRenewal(true),
  );
  return (
    <form onSubmit={submission.submit}>
      <Stack gap="md">
        <Text c="dimmed">Your session has ended. Sign in to continue; your input is kept.</Text>
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <TextInput label="Email" value={email} readOnly autoComplete="username" />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" component="a" href={paths.signIn}>
            Use another account
          </Button>
          <SubmitButton submission={submission}>Sign in and continue</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
