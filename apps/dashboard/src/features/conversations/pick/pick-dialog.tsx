import { Button, Group, TextInput } from '@mantine/core';
import type { Conversation, ConversationUpdateParams } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { useMe } from '../../../api/workspace.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ChoiceList } from './choice-list.tsx';
import { assigneeChoices, type Picked, priorityChoices, restingChoices, restUntil } from './choices.ts';
import css from './pick.module.css';
import { saveChange } from './save-change.ts';

interface PickDialogProps {
  readonly conversation: Conversation;
  readonly of: Picked;
  readonly onClose: () => void;
}

const titles: Record<Picked, string> = { assignee: 'Assign to', priority: 'Priority', rest: 'Rest until' };

/** Chooses who is responsible for the open conversation, its priority, or until when it rests. */
export function PickDialog({ conversation, of, onClose }: PickDialogProps) {
  const choices = useChoices(conversation, of);
  const save = (change: ConversationUpdateParams, done: string) => {
    onClose();
    void saveChange(conversation, change, done);
  };
  return (
    <Dialog onClose={onClose} title={titles[of]} size={400} yOffset="14vh">
      <ChoiceList label={titles[of]} choices={choices} onChoose={({ change, done }) => save(change, done)} />
      {of === 'rest' && <OwnTime onChoose={save} />}
    </Dialog>
  );
}

function useChoices(conversation: Conversation, of: Picked) {
  const { workspace } = conversation;
  const me = useMe().user._id;
  const [openedAt] = useState(Date.now);
  const { data: people } = useQuery({ ...deskQueries.people(workspace), enabled: of === 'assignee' });
  const { data: teams } = useQuery({ ...deskQueries.teams(workspace), enabled: of === 'assignee' });
  if (of === 'priority') return priorityChoices(conversation);
  if (of === 'rest') return restingChoices(conversation, openedAt);
  return people === undefined ? undefined : assigneeChoices(conversation, { people, teams: teams ?? [], me });
}

/** A time of one's own, in the time zone of the browser. */
function OwnTime({ onChoose }: { onChoose: (change: ConversationUpdateParams, done: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const time = Date.parse(typed);
    if (Number.isNaN(time)) return setError('Enter a day and a time.');
    if (time <= Date.now()) return setError('Enter a time in the future.');
    const { change, done } = restUntil(new Date(time).toISOString());
    onChoose(change, done);
  };
  return (
    <form onSubmit={submit} noValidate className={css['own']}>
      <Group align="flex-end" gap="sm">
        <TextInput
          className={css['time'] ?? ''}
          type="datetime-local"
          label="Another time"
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="default">
          Rest
        </Button>
      </Group>
    </form>
  );
}
