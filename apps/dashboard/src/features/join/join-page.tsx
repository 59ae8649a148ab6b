import { Button, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SecondFactorDemand } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { NewPasswordInput } from '../../ui/forms/new-password.tsx';
import { minPasswordLength } from '../../ui/forms/password-strength.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { takeToken } from '../../ui/loading/take-token.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { Expired } from '../sign-in/expired.tsx';
import { Outside } from '../sign-in/outside.tsx';
import { ProveForm } from '../two-step/prove-form.tsx';
import { firstStep, secondStep } from '../two-step/step.ts';

/** The page of an invitation link. */
export function JoinPage() {
  const [token = ''] = useState(takeToken);
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callSignedOut((client) => client.invitations.preview({ token })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '' || error !== null) {
    return (
      <Outside
        title="This invitation does not work"
        lead="An invitation works once and expires after seven days. Ask for a new link."
      >
        {error !== null && <ProblemNotice error={error} />}
      </Outside>
    );
  }
  if (data === undefined) return <Outside title="Join a workspace" />;
  const lead = (
    <>
      <b>{data.email}</b> is invited as {data.role}.
    </>
  );
  return (
    <Outside title={`Join ${data.workspaceName}`} lead={lead}>
      <JoinForm token={token} email={data.email} />
    </Outside>
  );
}

/** The service never says if an address has an account, so the user chooses. */
function JoinForm({ token, email }: { token: string; email: string }) {
  const [isKnown, setKnown] = useState(false);
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="Your account"
        data={[
          { value: 'new', label: 'I am new here' },
          { value: 'known', label: 'I have an account' },
        ]}
        value={isKnown ? 'known' : 'new'}
        onChange={(value) => setKnown(value === 'known')}
      />
      {isKnown ? <KnownPerson token={token} email={email} /> : <NewPerson token={token} email={email} />}
    </Stack>
  );
}

function NewPerson({ token, email }: { token: string; email: string }) {
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      password: (value) =>
        value.length >= minPasswordLength ? null : `Must have at least ${minPasswordLength} characters.`,
    },
  });
  const submission = useSubmit(
    form,
    ({ name, password }) => callSignedOut((client) => client.invitations.accept({ token, name, password })),
    useEntrance(),
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <NewPasswordInput label="Password" {...form.getInputProps('password')} />
        <SubmitButton submission={submission} fullWidth>
          Join
        </SubmitButton>
      </Stack>
    </form>
  );
}

function KnownPerson({ token, email }: { token: string; email: string }) {
  const enter = useEntrance();
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const [isExpired, setExpired] = useState(false);
  const form = useForm({ initialValues: { password: '' } });
  const submission = useSubmit(
    form,
    ({ password }) => firstStep(() => callSignedOut((client) => client.invitations.accept({ token, password }))),
    (step) => ('demand' in step ? setDemand(step.demand) : enter()),
  );
  if (demand !== undefined) {
    const { password } = form.values;
    return (
      <ProveForm
        prover={secondStep(demand, (secondFactor) =>
          callSignedOut((client) => client.invitations.accept({ token, password, secondFactor })),
        )}
        action="Join"
        done={enter}
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
    );
  }
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {isExpired && <Expired />}
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <Text size="sm" c="dimmed">
          Enter the password of your account here to join.
        </Text>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordInput label="Password" autoComplete="current-password" autoFocus {...form.getInputProps('password')} />
        <SubmitButton submission={submission} fullWidth disabled={form.values.password === ''}>
          Join
        </SubmitButton>
      </Stack>
    </form>
  );
}

/** Signs the new member in. A previous user may have been signed in, so the cache is cleared. */
function useEntrance() {
  const navigate = useNavigate();
  return async () => {
    queryClient.clear();
    await navigate({ to: paths.home });
  };
}
