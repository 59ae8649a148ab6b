import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Team } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { autoDirection } from '../../ui/forms/auto-direction.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { usePathErrors } from '../../ui/forms/use-path-errors.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Select } from '../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { MemberFields, type MemberValue } from './member-fields.tsx';
import { answerTimes, assignments } from './team-words.ts';
import { usePeople } from './use-people.ts';

interface Values extends Record<string, unknown> {
  name: string;
  members: MemberValue[];
  assignment: Team['assignment'];
  /** In s, as text; empty for never. */
  answerWithin: string;
}

/** Max conversations of a member that a limit can name. */
const maxLimit = 100;

const isLimit = (limit: string) =>
  limit.trim() === '' || (/^\d+$/.test(limit.trim()) && Number(limit) >= 1 && Number(limit) <= maxLimit);

const valuesOf = (team: Team | undefined): Values => ({
  name: team?.name ?? '',
  members: (team?.members ?? []).map(({ user, limit }) => ({ user, limit: limit === null ? '' : String(limit) })),
  assignment: team?.assignment ?? 'round_robin',
  answerWithin: String(team?.answerWithin ?? ''),
});

const problemOf = (members: readonly MemberValue[]): string | null => {
  if (members.length === 0) return 'Add a member: a team needs at least one.';
  return members.every(({ limit }) => isLimit(limit)) ? null : 'A limit is 1 to 100, or empty for any number.';
};

/** The body of a request. */
const bodyOf = ({ name, members, assignment, answerWithin }: Values) => ({
  ...{ name: name.trim(), assignment, answerWithin: answerWithin === '' ? null : Number(answerWithin) },
  members: members.map(({ user, limit }) => ({ user, limit: limit.trim() === '' ? null : Number(limit) })),
});

/** Creates a team, or changes one. */
export function TeamDialog(props: { workspaceId: string; team: Team | undefined; onClose: () => void }) {
  const { workspaceId, team, onClose } = props;
  const people = usePeople(workspaceId);
  const paths = usePathErrors();
  const form = useForm<Values>({
    initialValues: valuesOf(team),
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null), members: problemOf },
  });
  const submission = useSubmit(
    form,
    (values) =>
      paths.catching(
        callApi((client) =>
          team === undefined
            ? client.teams.create({ ...bodyOf(values), workspaceId })
            : client.teams.update(team._id, bodyOf(values)),
        ),
      ),
    async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['desk', 'teams', workspaceId] });
      toastDone(`${name} saved.`);
      onClose();
    },
  );
  const { members, assignment } = form.values;
  const listed = form.errors['members'];
  const errorAt = (at: number) => {
    const limit = members[at]?.limit ?? '';
    if (listed !== undefined && !isLimit(limit)) return 'A limit is 1 to 100, or empty for any number.';
    return paths.at(`members.${at}.user`) ?? paths.at(`members.${at}.limit`);
  };
  return (
    <Dialog onClose={onClose} size={560} title={team === undefined ? 'New team' : 'Edit team'}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <TextInput
            label="Name"
            attributes={autoDirection}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <MemberFields
            members={members}
            people={people}
            error={typeof listed === 'string' ? listed : undefined}
            errorAt={errorAt}
            onChange={(changed) => {
              paths.clear();
              form.setFieldValue('members', changed);
            }}
          />
          <Select
            label="Sharing"
            description={assignments.find(({ value }) => value === assignment)?.about}
            allowDeselect={false}
            data={assignments.map(({ value, label }) => ({ value, label }))}
            {...form.getInputProps('assignment')}
          />
          <Select
            label="Hand on unanswered conversations"
            description="To another member who is here."
            allowDeselect={false}
            data={answerTimes(team?.answerWithin ?? null)}
            {...form.getInputProps('answerWithin')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>Save</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
