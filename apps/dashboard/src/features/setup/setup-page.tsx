import { Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { toProblem } from '../../api/errors.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { NewPasswordInput } from '../../ui/forms/new-password.tsx';
import { minPasswordLength } from '../../ui/forms/password-strength.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { takeToken } from '../../ui/loading/take-token.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { EmailInput } from '../sign-in/email-input.tsx';
import { Outside } from '../sign-in/outside.tsx';

/** The first run: the user who opens the link from the terminal becomes the owner. */
export function SetupPage() {
  const [token] = useState(takeToken);
  const { isPending, error } = useQuery({ ...queries.setup(), staleTime: Number.POSITIVE_INFINITY });
  if (isPending) return <Outside title="Set up Parley" />;
  if (error !== null) return <NotOpen error={error} />;
  return token === undefined ? <NoToken /> : <SetupForm token={token} />;
}

function NotOpen({ error }: { error: unknown }) {
  if (toProblem(error).code !== 'route_not_found') {
    return (
      <Outside title="Set up Parley">
        <ProblemNotice error={error} />
      </Outside>
    );
  }
  return (
    <Outside title="Parley is already set up" lead="The set-up link has been used: this instance has an owner.">
      <Button component={Link} to={paths.signIn} fullWidth>
        Sign in
      </Button>
      <Text c="dimmed" size="sm" mt="md">
        No account? Ask an owner or admin of a workspace for an invitation.
      </Text>
    </Outside>
  );
}

function NoToken() {
  return (
    <Outside
      title="Parley is waiting for its owner"
      lead="Open the link that the server printed in its terminal when it started."
    >
      <HowToGetALink />
    </Outside>
  );
}

function HowToGetALink() {
  return (
    <Text size="sm" c="dimmed">
      The link works once, for 30 minutes. To get a new one, restart the server. Without a browser, run{' '}
      <Code>npx parley user create --email you@example.com</Code> on the machine of the server, then{' '}
      <Anchor component={Link} to={paths.signIn} underline="always">
        sign in
      </Anchor>
      .
    </Text>
  );
}

function SetupForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', password: '', workspaceName: 'My workspace' },
    validate: {
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Enter an email, like you@example.com.'),
      password: (value) =>
        value.length >= minPasswordLength ? null : `Must have at least ${minPasswordLength} characters.`,
      workspaceName: (value) => (value.trim() === '' ? 'Enter a name; you can change it later.' : null),
    },
  });
  const submission = useSubmit(
    form,
    ({ email, password, workspaceName }) =>
      callSignedOut((client) => client.setup.complete({ token, email: email.trim(), password, workspaceName })),
    async () => {
      queryClient.clear();
      await navigate({ to: paths.home });
    },
  );
  const { code } = toProblem(submission.problem);
  return (
    <Outside title="Set up Parley" lead="You become the owner of this instance.">
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          {code === 'setup_token_invalid' && <HowToGetALink />}
          <EmailInput description="You sign in with it. No email is sent." {...form.getInputProps('email')} />
          <NewPasswordInput label="Password" {...form.getInputProps('password')} />
          <TextInput
            label="Workspace name"
            description="Agents and keys belong to a workspace. You can create more later."
            {...form.getInputProps('workspaceName')}
          />
          <SubmitButton submission={submission} fullWidth mt="xs">
            Create account
          </SubmitButton>
        </Stack>
      </form>
    </Outside>
  );
}
