import type { SpotlightActionData } from '@mantine/spotlight';
import type { ListedConversation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toProblem } from '../../../api/errors.ts';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { queries } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { Seal } from '../../../ui/code/seal.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { relativeTime } from '../../../ui/time/relative-time.ts';
import { ConversationStatus } from '../../conversations/badges/status.tsx';
import { userName } from '../../conversations/details/user-name.ts';
import { foundSearch } from '../../conversations/list/excerpt.tsx';

/** Max agents, and max conversations, in the results. */
const maxShown = 6;

/**
 * Search results: agents by name and description, conversations by their messages, title and exact user ID. `wanted`
 * follows `query` after a pause; until its results arrive, only items that match both stay.
 */
export function usePaletteResults(query: string, wanted: string) {
  const navigate = useNavigate();
  const { workspace } = useWorkspace();
  const enabled = wanted !== '';
  const agents = useQuery({
    ...queries.agents({ workspaceId: workspace._id, q: wanted, limit: maxShown, includeTotal: false }),
    enabled,
  });
  const conversations = useQuery({ ...conversationQueries.search(workspace._id, wanted, maxShown), enabled });
  const isSearching = query !== '' && (wanted !== query || agents.isFetching || conversations.isFetching);
  const found = {
    agents: (agents.data?.items ?? []).map(
      ({ _id, name, description }): SpotlightActionData => ({
        id: _id,
        label: name,
        ...(description !== '' && { description }),
        leftSection: <Seal id={_id} />,
        // Not as dim as an icon.
        dimmedSections: false,
        onClick: () => void navigate({ to: paths.agent, params: { agentId: _id } }),
      }),
    ),
    conversations: (conversations.data?.items ?? []).map((conversation) => ({
      ...words(conversation, wanted),
      onClick: () =>
        void navigate({
          to: paths.conversation,
          params: { conversationId: conversation._id },
          search: foundSearch(conversation.match),
        }),
    })),
  };
  const stays = (isOld: boolean) => (action: SpotlightActionData) =>
    query !== '' && (!(isOld || wanted !== query) || fits(action, query));
  const shown = found.conversations.filter(stays(conversations.isPlaceholderData));
  const all = {
    id: 'all-conversations',
    label: `All conversations with “${query}”`,
    leftSection: <Icon name="search" />,
    onClick: () => void navigate({ to: paths.conversations, search: { q: query } }),
  };
  const error = agents.error ?? conversations.error;
  return {
    agents: found.agents.filter(stays(agents.isPlaceholderData)),
    conversations: shown.length > 0 && conversations.data?.hasMore === true ? [...shown, all] : shown,
    isSearching,
    problem: error === null ? undefined : toProblem(error).message,
  };
}

const fits = ({ label = '', description = '' }: SpotlightActionData, query: string) =>
  `${label}\n${description}`.toLowerCase().includes(query.toLowerCase());

function words(conversation: ListedConversation, query: string): SpotlightActionData {
  const { _id, title, userId, lastMessageAt, createdAt, match } = conversation;
  const about = `${userName(userId) ?? 'No user ID'} · ${relativeTime(lastMessageAt ?? createdAt, Date.now())}`;
  // An excerpt says why a conversation is here; a title that has the words says it already.
  const isTitled = title.toLowerCase().includes(query.toLowerCase());
  return {
    id: _id,
    label: title || 'No messages yet',
    description: isTitled ? about : (match?.snippet ?? about),
    leftSection: <Icon name="inbox" />,
    rightSection: <ConversationStatus {...conversation} />,
    dimmedSections: false,
  };
}
