import type { Conversation, ConversationUpdateParams, Team } from '@parley/sdk';
import { restChoices, restWords } from './rests.ts';

/** The field that a key of the open conversation changes. */
export type Picked = 'assignee' | 'priority' | 'rest';

/** One thing to choose: the change of the conversation, and what the notice says then. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** A word at its end: `here`, or a time. */
  readonly note?: string;
  readonly isCurrent: boolean;
  readonly change: ConversationUpdateParams;
  readonly done: string;
}

interface Answering {
  readonly user: string;
  readonly name: string;
  readonly state: 'here' | 'away';
}

/** The people, the user first and then those who are here, and the teams. */
export function assigneeChoices(
  { assignee, team }: Pick<Conversation, 'assignee' | 'team'>,
  { people, teams, me }: { people: readonly Answering[]; teams: readonly Team[]; me: string },
): Choice[] {
  const rank = ({ user, state }: Answering) => (user === me ? 0 : state === 'here' ? 1 : 2);
  return [
    ...[...people]
      .sort((one, other) => rank(one) - rank(other))
      .map(({ user, name, state }) => ({
        ...{ id: user, label: user === me ? `${name} (you)` : name, note: state === 'here' ? 'here' : 'away' },
        ...{ isCurrent: user === assignee, change: { assignee: user }, done: `Assigned to ${name}.` },
      })),
    {
      ...{ id: 'none', label: 'No person', isCurrent: assignee === null },
      ...{ change: { assignee: null }, done: 'Assigned to no person.' },
    },
    ...teams.map(({ _id, name }) => ({
      ...{ id: _id, label: name, note: 'team', isCurrent: _id === team },
      ...{ change: { team: _id }, done: `Given to the team ${name}.` },
    })),
  ];
}

const priorities = ['urgent', 'high', 'normal', 'low'] as const;

/** The priorities, highest first. */
export const priorityChoices = ({ priority }: Conversation): Choice[] =>
  priorities.map((each) => ({
    ...{ id: each, label: `${each.slice(0, 1).toUpperCase()}${each.slice(1)}`, isCurrent: each === priority },
    ...{ change: { priority: each }, done: `Priority ${each}.` },
  }));

/** The rest until a time, in ISO 8601. */
export const restUntil = (time: string) => ({
  change: { snoozedUntil: time },
  done: `Rests until ${restWords(time)}.`,
});

/** The times until which it can rest; `now` in ms since 1970. */
export const restingChoices = ({ snoozedUntil }: Conversation, now: number): Choice[] => [
  ...(snoozedUntil === null
    ? []
    : [
        {
          id: 'end',
          label: 'End the rest',
          isCurrent: false,
          change: { snoozedUntil: null },
          done: 'The rest is over.',
        },
      ]),
  ...restChoices(now).map(({ value, label }) => {
    const [name = label, note = ''] = label.split(' · ');
    return { id: name, label: name, note, isCurrent: false, ...restUntil(value) };
  }),
];
