import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callSignedOut } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { forgetDrafts } from '../messages/drafts.ts';
import { Outside } from './outside.tsx';

/** Signs a person in, and goes on to where they wanted to go. */
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
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ email, password }) => callSignedOut((client) => client.sessions.create({ email: email.trim(), password })),
    async () => {
      queryClient.clear();
      forgetDrafts();
      await navigate({ href: next ?? paths.home });
    },
  );
  return (
    <Outside title="Sign in to Parley">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="lg">
          {problem !== undefined && <ProblemNotice error={problem} />}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={isPending} mt="xs">
            Sign in
          </Button>
        </Stack>
      </form>
    </Outside>
  );
}
