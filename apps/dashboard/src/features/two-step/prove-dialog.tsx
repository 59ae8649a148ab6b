import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Parley, SecondFactor } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callSignedOut, isSignedOut } from '../../api/client.ts';
import { confirmation, renewal } from '../../api/proofs.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { signWithPasskey } from './passkey.ts';
import { ProveForm } from './prove-form.tsx';
import type { Prover } from './step.ts';

const cancel = () => confirmation.end(false);
const done = () => confirmation.end(true);

/** Asks the user to confirm that it is them, over the current page; the interrupted calls then continue. */
export function ProveDialog() {
  const { data, error, refetch } = useQuery(queries.secondFactor());
  return (
    <Dialog onClose={cancel} title="Confirm that it is you" zIndex={400}>
      <Stack gap="md">
        <Text c="dimmed">This action needs a proof from the last 15 minutes. Your input is kept.</Text>
        {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
        {error === null && data === undefined && <TableSkeleton rows={1} />}
        {data !== undefined && <Question factors={data} />}
      </Stack>
    </Dialog>
  );
}

const cancelButton = (
  <Button variant="default" onClick={cancel}>
    Cancel
  </Button>
);

function Question({ factors }: { factors: SecondFactor }) {
  const methods = methodsOf(factors);
  if (methods.length === 0) return <PasswordForm />;
  return <ProveForm prover={confirming(methods)} action="Confirm" done={done} back={cancelButton} />;
}

const methodsOf = ({ totp, passkeys, recoveryCodes }: SecondFactor): readonly string[] => [
  ...(totp === null ? [] : ['totp']),
  ...(passkeys.length === 0 ? [] : ['passkey']),
  ...(recoveryCodes === null ? [] : ['recovery_code']),
];

/** Calls the service. If the session has ended meanwhile, waits for a new one: to sign in is to confirm. */
async function call(confirm: (client: Parley) => Promise<unknown>): Promise<void> {
  const soFar = renewal.soFar();
  try {
    await callSignedOut(confirm);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    await renewal.ask(error, soFar);
  }
}

const confirming = (methods: readonly string[]): Prover<void> => ({
  methods,
  byCode: (code) => call((client) => client.sessions.confirm({ code })),
  byPasskey: () =>
    call(async (client) => {
      const challenge = await client.sessions.confirmationOptions();
      return client.sessions.confirm({ token: challenge.token, passkey: await signWithPasskey(challenge) });
    }),
});

/** For a user without a second step: adding the first one is what needs it. */
function PasswordForm() {
  const email = queryClient.getQueryData(queries.me().queryKey)?.user.email ?? '';
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter your password.' : null) },
  });
  const submission = useSubmit(form, ({ password }) => call((client) => client.sessions.confirm({ password })), done);
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          autoFocus
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          {cancelButton}
          <SubmitButton submission={submission}>Confirm</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
