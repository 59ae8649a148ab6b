import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Counts } from '../../ui/charts/counts.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { forgetAllDrafts } from '../chat/drafts.ts';

/** Asks for the password before the user is deleted, and shows what is deleted with them. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(queries.meDependents());
  return (
    <Dialog onClose={onClose} title="Delete your account?">
      {error === null ? (
        <Form names={data?.workspaces.map(({ name }) => name)} onClose={onClose}>
          <Counts
            rows={[
              ['Workspaces', data?.workspaces.length],
              ['Agents', data?.agents],
              ['Conversations', data?.conversations],
              ['Messages', data?.messages],
              ['Channels', data?.channels],
              ['Knowledge sources', data?.knowledgeSources],
              ['Files', data?.files],
              ['API keys', data?.apiKeys],
              ['Memberships', data?.memberships],
              ['Sessions', data?.sessions],
            ]}
          />
        </Form>
      ) : (
        <Stack gap="md">
          <ProblemNotice error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function Form(props: { names: readonly string[] | undefined; onClose: () => void; children: React.ReactNode }) {
  const { names = [], onClose, children } = props;
  const navigate = useNavigate();
  const { user } = useMe();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter your password.' : null) },
  });
  const submission = useSubmit(
    form,
    ({ password }) => callApi((client) => client.me.delete({ password })),
    async () => {
      await navigate({ to: paths.signIn, search: {} });
      queryClient.clear();
      forgetAllDrafts();
      toastDone('Your account was deleted.');
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        <Text>This is deleted, immediately and permanently:</Text>
        {children}
        <Text c="dimmed" size="sm">
          {names.length > 0 && `You are the only member of ${names.join(', ')}. `}
          Everything you wrote in other people’s workspaces stays there without your name.
        </Text>
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton color="red" submission={submission}>
            Delete account
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
