import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Conversation } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { conversationQueries } from '../../api/queries/conversation-queries.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu, deletion } from '../../ui/overlays/action-menu.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { exportAddress, keepList } from './filters/list-search.ts';
import { forgetConversation } from './list/heard.ts';
import type { useActions } from './use-conversation.ts';

const TranscriptDialog = lazyNamed(() => import('./transcript-dialog.tsx').then((module) => module.TranscriptDialog));

/** Rarely used actions on a conversation. Actions that the role does not allow are disabled and say why. */
export function ConversationMenu(props: {
  conversation: Conversation;
  mayWrite: boolean;
  mayDelete: boolean;
  actions: ReturnType<typeof useActions>;
  closeAndNext: () => void;
}) {
  const { conversation, mayWrite, mayDelete, actions, closeAndNext } = props;
  const { status, userId, workspace } = conversation;
  const removal = useDeletion(conversation);
  const [isSending, { open: openTranscript, close }] = useDisclosure();
  return (
    <>
      <ActionMenu
        width={260}
        entries={[
          status === 'closed'
            ? { label: 'Reopen', icon: 'rotate', isDisabled: !mayWrite, onClick: () => actions.change('reopen') }
            : { label: 'Close and open the next', icon: 'check', isDisabled: !mayWrite, onClick: closeAndNext },
          ...(userId === null
            ? []
            : [
                {
                  label: 'Export all for this user',
                  icon: 'download',
                  download: exportAddress({ workspaceId: workspace, userId }, 'jsonl'),
                } as const,
              ]),
          { label: 'Send transcript…', icon: 'send', onClick: openTranscript },
          'divider',
          deletion('Delete', mayDelete, () => void removal.ofThis()),
          ...(userId === null ? [] : [deletion('Delete all for this user', mayDelete, () => void removal.ofUser())]),
        ]}
      >
        <ActionIcon variant="default" size={32} aria-label="Actions for the conversation">
          <Icon name="dots" />
        </ActionIcon>
      </ActionMenu>
      {isSending && <TranscriptDialog conversation={conversation} onClose={close} />}
    </>
  );
}

/** Asks for confirmation, deletes, and returns to the list. */
function useDeletion({ _id, title, userId, workspace, messageCount }: Conversation) {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: (what: 'this' | 'user') =>
      callApi((client) =>
        what === 'user' && userId !== null
          ? client.conversations.deleteOfUser(userId, { workspaceId: workspace })
          : client.conversations.delete(_id),
      ),
    onSuccess: async ({ message }) => {
      await navigate({ to: paths.conversations, search: keepList() });
      forgetConversation(_id);
      toastDone(message);
    },
    onError: toastProblem,
  });
  return {
    ofThis: async () => {
      const amount = `${messageCount.toLocaleString('en')} ${messageCount === 1 ? 'message' : 'messages'}`;
      const isSure = await confirm({
        title: 'Delete this conversation?',
        body: `“${title}” and its ${amount} are deleted immediately and permanently. To only end it, close it.`,
        action: 'Delete conversation',
      });
      if (isSure) mutate('this');
    },
    ofUser: async () => {
      if (userId === null) return;
      const isSure = await confirm({
        title: 'Delete all conversations of this user?',
        body: <OfUser workspaceId={workspace} userId={userId} />,
        action: 'Delete all of them',
      });
      if (isSure) mutate('user');
    },
  };
}

function OfUser({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const { data: total } = useQuery(conversationQueries.ofUser(workspaceId, userId));
  const amount =
    total === undefined ? 'Every conversation' : total === 1 ? 'The only conversation' : `All ${total} conversations`;
  return `${amount} of ${userId} in this workspace, with all messages: immediately and permanently.`;
}
