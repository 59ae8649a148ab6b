import { TagsInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { StoredConversation } from '../../api/conversation-queries.ts';
import { FieldNotes } from './field-notes.tsx';
import { useSavedField } from './use-saved-field.ts';

/** The most tags and the most characters of one, as the service has it. */
const maxTags = 20;
const maxCharacters = 50;

/** The tags of a conversation: each one is saved as it is put on or taken off. */
export function TagsField({ stored, mayWrite }: { stored: StoredConversation; mayWrite: boolean }) {
  const field = useSavedField('tags');
  const [chosen, setChosen] = useState<string[]>();
  const { tags } = stored.conversation;
  const latest = useRef<string[]>(undefined);
  const saving = useRef<Promise<StoredConversation | undefined>>(Promise.resolve(undefined));
  const change = (next: string[]) => {
    setChosen(next);
    latest.current = next;
    // One after another, each on what the one before has stored.
    saving.current = saving.current.then(async (base = stored) => {
      const saved = await field.save(base, next);
      if (latest.current !== next) return saved;
      if (saved !== undefined) setChosen(undefined);
      return undefined;
    });
  };
  return (
    <div>
      <TagsInput
        label="Tags"
        placeholder={mayWrite && tags.length < maxTags ? 'Add a tag' : ''}
        readOnly={!mayWrite || field.theirs !== undefined}
        maxTags={maxTags}
        maxLength={maxCharacters}
        value={chosen ?? tags}
        onChange={change}
      />
      <FieldNotes
        field={field}
        show={(theirs) => (theirs as string[]).join(', ')}
        onSettled={() => setChosen(undefined)}
      />
    </div>
  );
}
