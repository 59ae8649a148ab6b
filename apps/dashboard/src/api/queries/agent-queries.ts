import type { ConversationListParams } from '@parley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** The agent to look at, and its workspace. */
export interface AgentPlace {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Conversations that may need attention, as filters of their list; the names are those of the list's views. */
const needy = {
  waiting: { waiting: true, playground: false },
  failed: { failed: true, playground: false },
  negative: { rating: 'negative', playground: false },
} as const satisfies Record<string, ConversationListParams>;

/** A kind of conversation of an agent that may need attention. */
export type Need = keyof typeof needy;

/** Conversations on the page of an agent. */
const recent = 8;

/** The activity of one agent; the keys are below those of conversations, so that changes of them renew it. */
export const activityQueries = {
  count: ({ workspaceId, agentId }: AgentPlace, need: Need) =>
    queryOptions({
      queryKey: ['conversations', 'count', workspaceId, need, agentId],
      queryFn: () =>
        callApi((client) =>
          client.conversations.list({ workspaceId, agentId, ...needy[need], limit: 1, includeTotal: true }),
        ),
      select: ({ total }) => total ?? 0,
    }),
  recent: ({ workspaceId, agentId }: AgentPlace) =>
    queryOptions({
      queryKey: ['conversations', 'list', 'recent', workspaceId, agentId],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, agentId, sort: '-lastMessageAt', limit: recent })),
      select: ({ items }) => items,
    }),
};
