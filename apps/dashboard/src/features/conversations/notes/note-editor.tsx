import { Button } from '@mantine/core';
import type { Conversation, ConversationEntry } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { fieldLimits } from '../../../api/field-limits.ts';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { queryClient } from '../../../api/queries.ts';
import { useMe } from '../../../api/workspace.ts';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { Composer } from '../../chat/composer.tsx';
import { useComposer } from '../../chat/use-composer.ts';
import { keepEntry } from '../list/heard.ts';
import { keptDraft } from '../reply/stored-drafts.ts';
import { useSlash } from '../reply/use-slash.ts';
import { MentionPicker } from './mention-picker.tsx';
import { mentionedIn } from './mentioned.ts';
import css from './notes.module.css';

interface Editing {
  readonly of: Pick<Conversation, 'workspace'>;
  readonly entry: ConversationEntry;
  onDone(): void;
}

/** The text of a note while its author changes it. If the note is deleted meanwhile, the text can become a new one. */
export function NoteEditor({ of, entry, onDone }: Editing) {
  const { text: before = '', deletedAt } = entry.data;
  const isDeleted = deletedAt !== undefined;
  const { user } = useMe();
  const { data: people = [] } = useQuery(deskQueries.people(of.workspace));
  const kept = keptDraft(`edit ${user._id} ${entry._id}`);
  const save = useSaving({ of, entry, onDone });
  const composer = useComposer({ read: () => kept.read() || before, keep: kept.keep }, save);
  const { open, onKey, field } = useSlash(composer.text, composer.type, '@');
  const discard = () => {
    kept.keep('');
    onDone();
  };
  const onEditorKey = (event: React.KeyboardEvent): boolean => {
    if (onKey(event)) return true;
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return false;
    event.preventDefault();
    event.stopPropagation();
    // There is no way back to a deleted note: only the buttons leave it.
    if (isDeleted) return true;
    if (composer.text === before) kept.keep('');
    onDone();
    return true;
  };
  return (
    <div className={css['composer']}>
      {isDeleted && (
        <p role="alert" className={css['lost']}>
          This note was deleted meanwhile. Save your text as a new note, or discard it.
        </p>
      )}
      <Composer
        composer={composer}
        label="Text of the note"
        action={isDeleted ? 'Save as a new note' : 'Save'}
        placeholder="Write a note; @ mentions a colleague"
        above={open !== undefined && <MentionPicker people={people} {...open} />}
        onKey={onEditorKey}
        field={{
          ...field,
          maxLength: fieldLimits.note,
          autoFocus: true,
          onFocus: ({ currentTarget: { value }, currentTarget }) =>
            currentTarget.setSelectionRange(value.length, value.length),
        }}
      />
      <p className={css['hint']}>
        <span>Enter saves.{!isDeleted && ' Esc leaves, and keeps your changes for later.'}</span>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      </p>
    </div>
  );
}

/** Saves the text of a note; resolves to whether it was. The same text needs no change. */
function useSaving({ of, entry, onDone }: Editing): (text: string) => Promise<boolean> {
  const { _id: noteId, conversation: conversationId, data } = entry;
  return async (text) => {
    try {
      if (text !== data.text) {
        const { items: people } = await queryClient.ensureQueryData(deskQueries.people(of.workspace));
        // People who have left have no name here, and stay mentioned.
        const gone = (data.mentions ?? []).filter((user) => !people.some((person) => person.user === user));
        const changes = { text, mentions: [...mentionedIn(text, people), ...gone] };
        const saved = await callApi(({ conversations: { notes } }) =>
          data.deletedAt === undefined
            ? notes.update({ conversationId, noteId }, changes)
            : notes.create(conversationId, changes),
        );
        keepEntry(saved);
      }
      onDone();
      return true;
    } catch (error) {
      toastProblem(error);
      return false;
    }
  };
}
