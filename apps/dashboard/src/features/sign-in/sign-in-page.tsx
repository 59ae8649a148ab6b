import { Anchor, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SecondFactorDemand } from '@parley/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { forgetDrafts } from '../chat/drafts.ts';
import { firstStep, signingIn } from '../two-step/step.ts';
import { EmailInput } from './email-input.tsx';
import { Expired } from './expired.tsx';
import { Outside } from './outside.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

const SecondStepPage = lazyNamed(() =>
  import('./second-step-page.tsx').then((module) => module.SecondStepPage<unknown>),
);

/** Signs a user in and continues to the page they asked for. */
export function SignInPage() {
  const { next } = useSearch({ from: paths.signIn });
  const navigate = useNavigate();
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const [isExpired, setExpired] = useState(false);
  const enter = async () => {
    queryClient.clear();
    forgetDrafts();
    await navigate({ href: next ?? paths.home });
  };
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your email.' : null),
      password: (value) => (value === '' ? 'Enter your password.' : null),
    },
  });
  const submission = useSubmit(
    form,
    ({ email, password }) =>
      firstStep(() => callSignedOut((client) => client.sessions.create({ email: email.trim(), password }))),
    async (step) => {
      setExpired(false);
      if (!('demand' in step)) return enter();
      form.setFieldValue('password', '');
      setDemand(step.demand);
    },
  );
  // The wait applies to one email and address: another email is not refused.
  form.watch('email', submission.reset);
  if (demand !== undefined) {
    return (
      <Suspense fallback={<Outside title="Two-step sign-in">{null}</Outside>}>
        <SecondStepPage
          prover={signingIn(demand)}
          lead={
            <>
              Signing in as <b>{form.values.email.trim()}</b>.
            </>
          }
          done={enter}
          onBack={() => setDemand(undefined)}
          onExpired={() => {
            setExpired(true);
            setDemand(undefined);
          }}
        />
      </Suspense>
    );
  }
  return (
    <Outside title="Sign in to Parley">
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md" mt="lg">
          {isExpired && <Expired />}
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <SubmitButton submission={submission} fullWidth mt="xs">
            Sign in
          </SubmitButton>
          <Anchor component={Link} to={paths.forgotPassword} size="sm" ta="center" underline="always">
            Forgot password?
          </Anchor>
        </Stack>
      </form>
      <PasskeySignIn done={enter} />
    </Outside>
  );
}
