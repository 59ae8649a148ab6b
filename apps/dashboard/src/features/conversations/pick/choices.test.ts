// @module-tag pure
import type { Conversation, Team } from '@parley/sdk';
import { expect, it } from 'vitest';
import { assigneeChoices, priorityChoices, restingChoices } from './choices.ts';

const conversation = { assignee: 'user_2', team: null, priority: 'high', snoozedUntil: null } as Conversation;

it('people are in the order of who comes to mind: the user, those who are here, the others', () => {
  const people = [
    { user: 'user_1', name: 'Ada', state: 'away' },
    { user: 'user_2', name: 'Grace', state: 'here' },
    { user: 'user_3', name: 'Mary', state: 'away' },
  ] as const;
  const teams = [{ _id: 'team_1', name: 'Orders' }] as Team[];
  const choices = assigneeChoices(conversation, { people, teams, me: 'user_3' });
  expect(choices.map(({ label }) => label)).toEqual(['Mary (you)', 'Grace', 'Ada', 'No person', 'Orders']);
  expect(choices.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual(['user_2']);
});

it('a priority and a rest say what they change', () => {
  expect(priorityChoices(conversation)[0]).toMatchObject({ change: { priority: 'urgent' }, isCurrent: false });
  const now = Date.now();
  const [first] = restingChoices(conversation, now);
  expect(first).toMatchObject({
    label: 'In 1 hour',
    change: { snoozedUntil: new Date(now + 3_600_000).toISOString() },
  });
  const resting = { ...conversation, snoozedUntil: new Date(now).toISOString() };
  expect(restingChoices(resting, now)[0]).toMatchObject({ label: 'End the rest', change: { snoozedUntil: null } });
});
