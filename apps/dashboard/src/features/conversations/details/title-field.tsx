import { ActionIcon, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import type { StoredConversation } from '../../../api/queries/conversation-queries.ts';
import { useFocusReturn } from '../../../ui/focus/use-focus-return.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { FieldNotes } from './field-notes.tsx';
import css from './title-field.module.css';
import { useSavedField } from './use-saved-field.ts';

/** Shown for a conversation without a title, which has no messages yet. */
export const untitled = 'No messages yet';

/** The title, edited in place: Enter saves, Escape discards. */
export function TitleField({ stored, mayWrite }: { stored: StoredConversation; mayWrite: boolean }) {
  const [editing, setEditing] = useState<{ base: StoredConversation; typed: string }>();
  const field = useSavedField('title');
  const pencil = useFocusReturn(editing !== undefined);
  const { title } = stored.conversation;
  const stop = () => {
    setEditing(undefined);
    field.reset();
  };
  const save = async () => {
    if (editing === undefined || field.isPending || field.theirs !== undefined) return;
    const typed = editing.typed.trim();
    if (typed === '' || typed === editing.base.conversation.title) return stop();
    if ((await field.save(editing.base, typed)) !== undefined) setEditing(undefined);
  };
  if (editing === undefined) {
    return (
      <span className={css['shown']}>
        <span className={css['text']} dir="auto">
          {title || untitled}
        </span>
        {mayWrite && (
          <Tip label="Edit the title">
            <ActionIcon
              ref={pencil}
              className={css['pencil'] ?? ''}
              variant="subtle"
              color="gray"
              size="sm"
              aria-label="Edit the title"
              onClick={() => setEditing({ base: stored, typed: title })}
            >
              <Icon name="pencil" size={13} />
            </ActionIcon>
          </Tip>
        )}
      </span>
    );
  }
  return (
    <div>
      <TextInput
        aria-label="Title"
        size="xs"
        autoFocus
        maxLength={fieldLimits.conversationTitle}
        readOnly={field.isPending}
        value={editing.typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setEditing({ ...editing, typed: event.currentTarget.value })}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') stop();
        }}
      />
      <FieldNotes field={field} onSettled={() => setEditing(undefined)} />
    </div>
  );
}
