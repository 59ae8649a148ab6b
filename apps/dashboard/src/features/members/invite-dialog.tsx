import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewInvitation, Role } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Snippet } from '../../ui/code/snippet.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Select } from '../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { roleChoices, roles } from './roles.ts';

/** Creates an invitation. Its link is mailed, or shown once for the inviting user to pass on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewInvitation>();
  return (
    <Dialog onClose={onClose} title={titleOf(made)} closeOnClickOutside={made === undefined}>
      {made === undefined ? <InviteForm onMade={setMade} onClose={onClose} /> : <Made made={made} onClose={onClose} />}
    </Dialog>
  );
}

/** Shows the link of an invitation that could not be mailed. */
export function LinkDialog({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={titleOf(made)} closeOnClickOutside={false}>
      <Made made={made} onClose={onClose} />
    </Dialog>
  );
}

const titleOf = (made: NewInvitation | undefined) => {
  if (made === undefined) return 'Invite a person';
  return made.url === null ? 'Invitation sent' : 'Share this link';
};

interface InviteValues extends Record<string, unknown> {
  email: string;
  role: Role;
}

function InviteForm({ onMade, onClose }: { onMade: (made: NewInvitation) => void; onClose: () => void }) {
  const { workspace } = useWorkspace();
  const form = useForm<InviteValues>({
    initialValues: { email: '', role: 'editor' },
    validate: {
      email: (value: string) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Enter an email, like you@example.com.'),
    },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ email, role }) =>
      callApi((client) => client.workspaces.invitations.create(workspace._id, { email: email.trim(), role })),
    async (made) => {
      onMade(made);
      await queryClient.invalidateQueries({ queryKey: queries.invitations(workspace._id).queryKey });
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem !== undefined && <ProblemNotice error={problem} />}
        <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
        <Select
          label="Role"
          description={roles.find(({ role }) => role === form.values.role)?.may}
          data={roleChoices(workspace.role)}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <Text size="sm" c="dimmed">
          If this server can send email, the person gets a link. Otherwise you get one to share.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  return (
    <Stack gap="md">
      {made.url === null ? (
        <Text>
          An email with a link is on its way to {made.email}, who can join as {made.role}. The link works once and
          expires after seven days.
        </Text>
      ) : (
        <>
          <Text>
            This link lets {made.email} join as {made.role}. It works once, expires after seven days, and is not shown
            again.
          </Text>
          <Snippet label="invitation link" code={made.url} wrap />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
