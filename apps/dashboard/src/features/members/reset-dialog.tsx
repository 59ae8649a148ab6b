import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MemberPasswordReset, MemberRef } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Snippet } from '../../ui/code/snippet.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';

/** Creates a link with which a member sets a new password. It is mailed, or shown once to pass on. */
export function ResetDialog(props: { member: MemberRef; name: string; onClose: () => void }) {
  const { member, name, onClose } = props;
  const [made, setMade] = useState<MemberPasswordReset>();
  const title =
    made === undefined ? `Reset the password of ${name}?` : made.url === null ? 'Link sent' : 'Share this link';
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={made === undefined}>
      {made === undefined ? (
        <ResetForm member={member} name={name} onMade={setMade} onClose={onClose} />
      ) : (
        <Made made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ResetFormProps {
  member: MemberRef;
  name: string;
  onMade: (made: MemberPasswordReset) => void;
  onClose: () => void;
}

function ResetForm({ member, name, onMade, onClose }: ResetFormProps) {
  const form = useForm({ initialValues: {} });
  const submission = useSubmit(
    form,
    () => callApi((client) => client.workspaces.members.resetPassword(member)),
    onMade,
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <Text>
          A link lets {name} choose a new password. Until it is used, nothing changes; then all their sessions end. API
          keys keep working.
        </Text>
        <Text size="sm" c="dimmed">
          If this server can send email, {name} gets the link. Otherwise you get it to share.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submission={submission}>Create link</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ made, onClose }: { made: MemberPasswordReset; onClose: () => void }) {
  return (
    <Stack gap="md">
      {made.url === null ? (
        <Text>An email with the link is on its way to {made.email}. It works once and expires after an hour.</Text>
      ) : (
        <>
          <Text>
            This link sets a new password for {made.email}. It works once, expires after an hour, and is not shown
            again. Share it with no one else. Because you have seen it, its use removes the verification of their
            address.
          </Text>
          <Snippet label="password link" code={made.url} wrap />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
