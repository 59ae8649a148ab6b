import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { NewPasswordInput } from '../../ui/forms/new-password.tsx';
import { minPasswordLength } from '../../ui/forms/password-strength.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import css from './security-page.module.css';
import { Verification } from './verification.tsx';

const DeleteAccountDialog = lazyNamed(() =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog),
);
const TwoStep = lazyNamed(() => import('./two-step/two-step.tsx').then((module) => module.TwoStep));

const SessionsTable = lazyNamed(() => import('./sessions-table.tsx').then((module) => module.SessionsTable));

/** Settings → Security: the user's name, password, two-step sign-in and sessions. */
export function SecurityPage() {
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <Page narrow title="Security" lead="Your name, your password, two-step sign-in and your sessions.">
      <div className={css['card']}>
        <NameForm />
        <Verification />
      </div>
      <Section title="Password" lead="Changing it ends all your other sessions.">
        <div className={css['card']}>
          <PasswordForm />
        </div>
      </Section>
      <Section
        title="Two-step sign-in"
        lead="Signing in then takes more than your password: a code or a passkey. It is asked again before secrets, API keys, roles and deletions."
      >
        <Suspense fallback={<TableSkeleton rows={2} />}>
          <TwoStep />
        </Suspense>
      </Section>
      <Section title="Sessions" lead="The browsers you are signed in with. A session ends after 12 hours without use.">
        <Suspense fallback={<TableSkeleton rows={2} />}>
          <SessionsTable />
        </Suspense>
      </Section>
      <Section
        title="Delete account"
        lead="Deletes your API keys, your sessions and each workspace that has no other member."
        action={
          <Button color="red" variant="light" size="xs" leftSection={<Icon name="trash" />} onClick={deleting.open}>
            Delete account
          </Button>
        }
      />
      <Suspense>{isDeleting && <DeleteAccountDialog onClose={deleting.close} />}</Suspense>
    </Page>
  );
}

function NameForm() {
  const { user } = useMe();
  const form = useForm({ initialValues: { name: user.name } });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name }) => callApi((client) => client.me.update({ name: name.trim() })),
    (me, values) => {
      queryClient.setQueryData(queries.me().queryKey, me);
      form.setInitialValues(values);
      form.resetDirty(values);
      toastDone('Name changed.');
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      {problem !== undefined && <ProblemNotice error={problem} />}
      <Group align="flex-end" gap="sm">
        <TextInput
          className={css['grow'] ?? ''}
          label="Your name"
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
      <p className={css['email']}>You sign in as {user.email}.</p>
    </form>
  );
}

function PasswordForm() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? 'Enter your current password.' : null),
      newPassword: (value) =>
        value.length >= minPasswordLength ? null : `Must have at least ${minPasswordLength} characters.`,
    },
  });
  const submission = useSubmit(
    form,
    (values) => callApi((client) => client.password.change(values)),
    async ({ message }) => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: queries.sessions().queryKey });
      toastDone(message);
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <input type="hidden" autoComplete="username" value={useMe().user.email} readOnly />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordInput label="New password" {...form.getInputProps('newPassword')} />
        <Group justify="flex-end">
          <SubmitButton submission={submission}>Change password</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
