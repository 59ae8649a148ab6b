import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SecondFactorDemand } from '@parley/sdk';
import { useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { endRenewal } from '../../api/proofs.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { ProveForm } from '../two-step/prove-form.tsx';
import { firstStep, signingIn } from '../two-step/step.ts';
import { Expired } from './expired.tsx';

const done = () => endRenewal(true);

/** Asks the user to sign in again over the current page; interrupted calls then continue. */
export function RenewDialog() {
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const [isExpired, setExpired] = useState(false);
  return (
    <Dialog onClose={() => endRenewal(false)} title="Sign in again" zIndex={400}>
      {demand === undefined ? (
        <RenewForm isExpired={isExpired} onDemand={setDemand} />
      ) : (
        <ProveForm
          prover={signingIn(demand)}
          action="Sign in and continue"
          done={done}
          onExpired={() => {
            setExpired(true);
            setDemand(undefined);
          }}
          back={
            <Button variant="default" onClick={() => setDemand(undefined)}>
              Back
            </Button>
          }
        />
      )}
    </Dialog>
  );
}

function RenewForm({ isExpired, onDemand }: { isExpired: boolean; onDemand: (demand: SecondFactorDemand) => void }) {
  const email = queryClient.getQueryData(queries.me().queryKey)?.user.email ?? '';
  const form = useForm({ initialValues: { password: '' } });
  const submission = useSubmit(
    form,
    ({ password }) => firstStep(() => callSignedOut((client) => client.sessions.create({ email, password }))),
    (step) => ('demand' in step ? onDemand(step.demand) : done()),
  );
  return (
    <form onSubmit={submission.submit}>
      <Stack gap="md">
        <Text c="dimmed">Your session has ended. Sign in to continue; your input is kept.</Text>
        {isExpired && <Expired />}
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <TextInput label="Email" value={email} readOnly autoComplete="username" />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus
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
