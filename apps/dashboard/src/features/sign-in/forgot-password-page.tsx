import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { EmailInput } from './email-input.tsx';
import { Outside } from './outside.tsx';

const title = 'Forgot your password?';

/** Has a link mailed that sets a new password; if the server sends no mail, says who can help. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['password-resets'],
    queryFn: () => callSignedOut((client) => client.passwordResets.retrieve()),
  });
  if (error !== null) {
    return (
      <Outside title={title}>
        <ProblemNotice error={error} retry={() => void refetch()} />
      </Outside>
    );
  }
  if (data === undefined) return <Outside title={title} />;
  if (!data.mail) return <WithoutMail />;
  if (sentTo === undefined) return <RequestPage onSent={setSentTo} />;
  const lead = (
    <>
      If <b>{sentTo}</b> has an account here, an email with a link is on its way. It works once and expires after an
      hour.
    </>
  );
  return (
    <Outside title="Check your email" lead={lead}>
      <Text size="sm" c="dimmed" mb="lg">
        Nothing there? Check your spam folder, or ask again in a minute.
      </Text>
      <BackToSignIn />
    </Outside>
  );
}

function WithoutMail() {
  return (
    <Outside title={title} lead="This server can’t send email. Ask for a link:">
      <Stack gap="md" mb="lg">
        <Text size="sm">
          <b>An owner or admin of your workspace</b> creates one under Settings, Members.
        </Text>
        <Text size="sm">
          <b>The operator of the server</b> prints one with{' '}
          <Code>npx parley user reset-password --email you@example.com</Code>
        </Text>
      </Stack>
      <BackToSignIn />
    </Outside>
  );
}

function RequestPage({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Enter your email.') },
  });
  const submission = useSubmit(
    form,
    ({ email }) => callSignedOut((client) => client.passwordResets.request({ email: email.trim() })),
    (_answer, { email }) => onSent(email.trim()),
  );
  // The wait applies to one email: another is not refused.
  form.watch('email', submission.reset);
  return (
    <Outside title={title} lead="You get an email with a link to choose a new one.">
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
          <SubmitButton submission={submission} fullWidth>
            Email me a link
          </SubmitButton>
          <BackToSignIn />
        </Stack>
      </form>
    </Outside>
  );
}

function BackToSignIn() {
  return (
    <Anchor component={Link} to={paths.signIn} size="sm" ta="center" display="block" underline="always">
      Back to sign-in
    </Anchor>
  );
}
