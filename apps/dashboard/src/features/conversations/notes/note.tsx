import { ActionIcon } from '@mantine/core';
import type { Conversation, ConversationEntry } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { callApi } from '../../../api/client.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { useStore } from '../../../ui/loading/store.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { keepEntry } from '../list/heard.ts';
import { editedNote } from './note-mode.ts';
import css from './notes.module.css';

const NoteEditor = lazyNamed(() => import('./note-editor.tsx').then((module) => module.NoteEditor));

interface NoteProps {
  readonly of: Pick<Conversation, 'workspace'>;
  readonly entry: ConversationEntry;
  readonly author: string;
}

/** A private note between the messages, with its author and its time. */
export function Note({ of, entry, author }: NoteProps) {
  const { text = '', editedAt } = entry.data;
  const isEditing = useStore(editedNote) === entry._id;
  return (
    <article className={css['note']} aria-label={`Private note from ${author}`}>
      <header className={css['head']}>
        <bdi className={css['author']}>{author}</bdi>
        <span>
          Private note · <RelativeTime iso={entry.createdAt} />
          {editedAt !== undefined && <span title={new Date(editedAt).toLocaleString()}> · edited</span>}
        </span>
        {!isEditing && <Actions of={of} entry={entry} />}
      </header>
      {isEditing ? (
        <Suspense>
          <NoteEditor of={of} entry={entry} onDone={() => leave(entry._id)} />
        </Suspense>
      ) : (
        <div dir="auto">
          <Markdown text={text} />
        </div>
      )}
    </article>
  );
}

/** Ends the change of a note; the button that began it gets the focus back. */
function leave(id: string): void {
  editedNote.set(undefined);
  requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
}

/** The buttons of a note, for those who may press them. */
function Actions({ of, entry }: Omit<NoteProps, 'author'>) {
  const remove = useRemoval(entry);
  const { mayEdit, mayDelete } = useRights(of.workspace, entry);
  const action = { className: css['action'] ?? '', variant: 'subtle', color: 'gray', size: 24 };
  return (
    <span className={css['actions']}>
      {mayEdit && (
        <Tip label="Edit the note">
          <ActionIcon
            {...action}
            id={`edit-${entry._id}`}
            aria-label="Edit the note"
            onClick={() => editedNote.set(entry._id)}
          >
            <Icon name="pencil" size={13} />
          </ActionIcon>
        </Tip>
      )}
      {mayDelete && (
        <Tip label="Delete the note">
          <ActionIcon {...action} aria-label="Delete the note" onClick={() => void remove()}>
            <Icon name="trash" size={13} />
          </ActionIcon>
        </Tip>
      )}
    </span>
  );
}

/** Its author can change a note and delete it; those who administer its workspace can delete it. */
function useRights(workspace: string, { actor }: ConversationEntry) {
  const { user } = useMe();
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  const author = actor.kind === 'key' ? actor.user : actor.id;
  const mayEdit = author === user._id && permissions.includes('conversations:write');
  return { mayEdit, mayDelete: mayEdit || permissions.includes('workspace:admin') };
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
