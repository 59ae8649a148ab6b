import { useRef, useState } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import type { StoredConversation } from '../../../api/queries/conversation-queries.ts';
import { TagsInput } from '../../../ui/overlays/tags-input.tsx';
import { FieldNotes } from './field-notes.tsx';
import { useSavedField } from './use-saved-field.ts';

/** The tags of a conversation; each change is saved at once. */
export function TagsField({ stored, mayWrite }: { stored: StoredConversation; mayWrite: boolean }) {
  const field = useSavedField('tags');
  const [chosen, setChosen] = useState<string[]>();
  const { tags } = stored.conversation;
  const latest = useRef<string[]>(undefined);
  const saving = useRef(Promise.resolve());
  const change = (next: string[]) => {
    setChosen(next);
    latest.current = next;
    // One change at a time, each on top of the one before.
    saving.current = saving.current.then(async () => {
      const saved = await field.save(stored, next);
      if (saved !== undefined && latest.current === next) setChosen(undefined);
    });
  };
  return (
    <div data-tags>
      <TagsInput
        label="Tags"
        placeholder={mayWrite && tags.length < fieldLimits.tags ? 'Add a tag' : ''}
        readOnly={!mayWrite || field.theirs !== undefined}
        maxTags={fieldLimits.tags}
        maxLength={fieldLimits.tag}
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
