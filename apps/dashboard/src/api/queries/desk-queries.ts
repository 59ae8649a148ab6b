import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { queryClient } from '../queries.ts';

/** The queries of teams and of the people who answer. */
export const deskQueries = {
  /** The people who may write in conversations, here or away. */
  people: (workspaceId: string) =>
    queryOptions({
      queryKey: ['desk', 'people', workspaceId],
      queryFn: () => callApi((client) => client.workspaces.availability.retrieve(workspaceId)),
      select: ({ items }) => items,
    }),
  /** All teams; there are at most 100. */
  teams: (workspaceId: string) =>
    queryOptions({
      queryKey: ['desk', 'teams', workspaceId],
      queryFn: () => callApi((client) => client.teams.list({ workspaceId, sort: 'name', limit: 100 })),
      select: ({ items }) => items,
    }),
  /** The address to which answers in a conversation go by mail; null for none. */
  answerAddress: (conversation: string) =>
    queryOptions({
      queryKey: ['desk', 'answer-address', conversation],
      queryFn: () => callApi((client) => client.conversations.answerAddress(conversation)),
      select: ({ email }) => email,
    }),
  /** The working hours, and whether it is open now. */
  hours: (workspaceId: string) =>
    queryOptions({
      queryKey: ['desk', 'hours', workspaceId],
      queryFn: () => callApi((client) => client.workspaces.hours.retrieve(workspaceId)),
    }),
};

/** Sets the state of the user, and shows it. */
export async function setAvailability(workspaceId: string, state: 'here' | 'away'): Promise<void> {
  await callApi((client) => client.workspaces.availability.set(workspaceId, { state }));
  await queryClient.invalidateQueries({ queryKey: deskQueries.people(workspaceId).queryKey });
}
