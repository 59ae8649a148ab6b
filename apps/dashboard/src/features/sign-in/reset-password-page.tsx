import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SecondFactorDemand } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { toProblem } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { NewPasswordInput } from '../../ui/forms/new-password.tsx';
import { minPasswordLength } from '../../ui/forms/password-strength.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { takeToken } from '../../ui/loading/take-token.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { forgetDrafts } from '../chat/drafts.ts';
import { firstStep, signingIn } from '../two-step/step.ts';
import { Outside } from './outside.tsx';
import { SecondStepPage } from './second-step-page.tsx';

/** The page of a link that sets a new password. */
export function ResetPasswordPage() {
  const [token = ''] = useState(takeToken);
  const [isDead, setDead] = useState(token === '');
  if (!isDead) return <PasswordPage token={token} onDead={() => setDead(true)} />;
  return (
    <Outside
      title="This link does not work"
      lead="It has been used, was replaced by a newer one, or is older than an hour."
    >
      <Button component={Link} to={paths.forgotPassword} fullWidth>
        Get a new link
      </Button>
    </Outside>
  );
}

function PasswordPage({ token, onDead }: { token: string; onDead: () => void }) {
  const navigate = useNavigate();
  const [demand, setDemand] = useState<SecondFactorDemand>();
  const enter = async ({ user }: { user: { email: string } }) => {
    queryClient.clear();
    forgetDrafts();
    toastDone(`The password of ${user.email} is changed.`);
    await navigate({ to: paths.home });
  };
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) =>
        value.length >= minPasswordLength ? null : `Must have at least ${minPasswordLength} characters.`,
    },
  });
  const submission = useSubmit(
    form,
    async ({ password }) => {
      try {
        return await firstStep(() => callSignedOut((client) => client.passwordResets.confirm({ token, password })));
      } catch (error) {
        if (toProblem(error).code === 'reset_token_invalid') onDead();
        throw error;
      }
    },
    (step) => ('demand' in step ? setDemand(step.demand) : enter(step.result)),
  );
  if (demand !== undefined) return <SetAlready demand={demand} enter={enter} />;
  return (
    <Outside title="Choose a new password" lead="You will be signed out everywhere else. API keys keep working.">
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <NewPasswordInput label="New password" autoFocus {...form.getInputProps('password')} />
          <SubmitButton submission={submission} fullWidth>
            Set password and sign in
          </SubmitButton>
        </Stack>
      </form>
    </Outside>
  );
}

/** The second step, after the link has set the password. It works once, so the way back is the page for signing in. */
function SetAlready(props: {
  demand: SecondFactorDemand;
  enter: (signedIn: { user: { email: string } }) => Promise<void>;
}) {
  const { demand, enter } = props;
  const navigate = useNavigate();
  const leave = async () => {
    toastDone('Your password is changed. Sign in with it.');
    await navigate({ to: paths.signIn, search: {} });
  };
  return (
    <SecondStepPage
      prover={signingIn(demand)}
      lead="Your password is changed. One more step to sign in."
      done={enter}
      onBack={() => void leave()}
      onExpired={() => void leave()}
    />
  );
}
