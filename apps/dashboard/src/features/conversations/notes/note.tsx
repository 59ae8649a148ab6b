import { ActionIcon } from '@mantine/core';
import type { Conversation, ConversationEntry } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { keepEntry } from '../list/heard.ts';
import css from './notes.module.css';

/** A private note between the messages, with its author and its time. */
export function Note(props: { of: Pick<Conversation, 'workspace'>; entry: ConversationEntry; author: string }) {
  const { of, entry, author } = props;
  const { text = '', editedAt } = entry.data;
  const remove = useRemoval(entry);
  return (
    <article className={css['note']} aria-label={`Private note from ${author}`}>
      <header className={css['head']}>
        <bdi className={css['author']}>{author}</bdi>
        <span>
          Private note · <RelativeTime iso={entry.createdAt} />
          {editedAt !== undefined && ' · changed'}
        </span>
        {useMayDelete(of.workspace, entry) && (
          <Tip label="Delete the note">
            <ActionIcon
              className={css['delete'] ?? ''}
              variant="subtle"
              color="gray"
              size={24}
              aria-label="Delete the note"
              onClick={() => void remove()}
            >
              <Icon name="trash" size={13} />
            </ActionIcon>
          </Tip>
        )}
      </header>
      <div dir="auto">
        <Markdown text={text} />
      </div>
    </article>
  );
}

/** True if the user wrote the note, or administers its workspace. */
function useMayDelete(workspace: string, { actor }: ConversationEntry): boolean {
  const { user } = useMe();
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  const author = actor.kind === 'key' ? actor.user : actor.id;
  return permissions.includes(author === user._id ? 'conversations:write' : 'workspace:admin');
}

/** Asks, and then deletes the note. */
function useRemoval(entry: ConversationEntry): () => Promise<void> {
  const { _id: noteId, conversation: conversationId } = entry;
  const { mutate } = useMutation({
    mutationFn: () => callApi((client) => client.conversations.notes.delete({ conversationId, noteId })),
    onSuccess: () => keepEntry({ ...entry, data: { text: '', mentions: [], deletedAt: new Date().toISOString() } }),
    onError: toastProblem,
  });
  return async () => {
    const isSure = await confirm({
      title: 'Delete this note?',
      body: 'Its text is removed for good. That there was a note stays.',
      action: 'Delete',
    });
    if (isSure) mutate();
  };
}
