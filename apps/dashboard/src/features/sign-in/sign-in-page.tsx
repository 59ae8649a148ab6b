import { Anchor, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { callSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { forgetDrafts } from '../chat/drafts.ts';
import { EmailInput } from './email-input.tsx';
import { Outside } from './outside.tsx';

/** Signs a user in and continues to the page they asked for. */
export function SignInPage() {
  const { next } = useSearch({ from: paths.signIn });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your email.' : null),
      password: (value) => (value === '' ? 'Enter your password.' : null),
    },
  });
  const submission = useSubmit(
    form,
    ({ email, password }) => callSignedOut((client) => client.sessions.create({ email: email.trim(), password })),
    async () => {
      queryClient.clear();
      forgetDrafts();
      await navigate({ href: next ?? paths.home });
    },
  );
  // The wait applies to one email and address: another email is not refused.
  form.watch('email', submission.reset);
  return (
    <Outside title="Sign in to Parley">
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md" mt="lg">
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
    </Outside>
  );
}
