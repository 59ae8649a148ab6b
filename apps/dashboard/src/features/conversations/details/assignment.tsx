import type { Conversation, ConversationUpdateParams } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { keepConversation } from '../../../api/queries/conversation-queries.ts';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { Select } from '../../../ui/overlays/select.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { restChoices, restWords } from '../pick/rests.ts';
import css from './details.module.css';

const priorities = [
  { value: 'urgent', label: 'Urgent' },
  { value: 'high', label: 'High' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low' },
];

/** The address to which answers also go by mail, if the visitor has left one. */
export function AnswersByMail({ conversation }: { conversation: Conversation }) {
  const { data: email } = useQuery(deskQueries.answerAddress(conversation._id));
  if (email == null) return null;
  return (
    <p className={css['mailed']}>
      Answers also go to <bdi>{email}</bdi> by mail.
    </p>
  );
}

/** The person and the team who are responsible, the priority, and until when it rests; each change is saved at once. */
export function Assignment({ conversation, mayWrite }: { conversation: Conversation; mayWrite: boolean }) {
  const { _id, workspace, assignee, team, priority, snoozedUntil, status } = conversation;
  const { data: people = [] } = useQuery(deskQueries.people(workspace));
  const { data: teams = [] } = useQuery(deskQueries.teams(workspace));
  const { mutate: save } = useMutation({
    mutationFn: (change: ConversationUpdateParams) =>
      callApi((client) => client.conversations.update(_id, change).withResponse()),
    onSuccess: keepConversation,
    onError: toastProblem,
  });
  const readOnly = !mayWrite;
  return (
    <div className={css['assignment']}>
      <Select
        {...{ label: 'Assignee', placeholder: 'None', searchable: true, clearable: true, readOnly }}
        clearButtonProps={{ 'aria-label': 'No assignee' }}
        data={withCurrent(
          people.map(({ user, name, state }) => ({ value: user, label: state === 'here' ? `${name} · here` : name })),
          assignee,
          'A former member',
        )}
        value={assignee}
        onChange={(chosen) => save({ assignee: chosen })}
      />
      {(teams.length > 0 || team !== null) && (
        <Select
          {...{ label: 'Team', placeholder: 'None', clearable: true, readOnly }}
          clearButtonProps={{ 'aria-label': 'No team' }}
          data={withCurrent(
            teams.map(({ _id: value, name: label }) => ({ value, label })),
            team,
            'A deleted team',
          )}
          value={team}
          onChange={(chosen) => save({ team: chosen })}
        />
      )}
      <Select
        {...{ label: 'Priority', allowDeselect: false, readOnly }}
        data={priorities}
        value={priority}
        onChange={(chosen) => chosen !== null && save({ priority: chosen as Conversation['priority'] })}
      />
      {status !== 'closed' && (
        <Select
          {...{ label: 'Rests until', placeholder: 'It does not rest', clearable: true, readOnly }}
          clearButtonProps={{ 'aria-label': 'End the rest' }}
          data={withCurrent(
            restChoices(Date.now()),
            snoozedUntil,
            snoozedUntil === null ? '' : restWords(snoozedUntil),
          )}
          value={snoozedUntil}
          onChange={(chosen) => save({ snoozedUntil: chosen })}
        />
      )}
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices, with the stored value if it isn't among them. */
const withCurrent = (choices: readonly Choice[], current: string | null, label: string): Choice[] =>
  current === null || choices.some(({ value }) => value === current)
    ? [...choices]
    : [{ value: current, label }, ...choices];
