import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { StoredConversation } from '../../../api/queries/conversation-queries.ts';
import { useFocusReturn } from '../../../ui/focus/use-focus-return.ts';
import { FieldNotes } from './field-notes.tsx';
import css from './metadata-field.module.css';
import { readMetadata, showValue, writeMetadata } from './metadata-text.ts';
import { useSavedField } from './use-saved-field.ts';

/** The caller's metadata of a conversation: shown by key, edited as JSON. */
export function MetadataField({ stored, mayWrite }: { stored: StoredConversation; mayWrite: boolean }) {
  const [editing, setEditing] = useState<{ base: StoredConversation; typed: string }>();
  const button = useFocusReturn(editing !== undefined);
  const { metadata } = stored.conversation;
  const entries = Object.entries(metadata);
  return (
    <section aria-label="Metadata">
      <div className={css['head']}>
        <h2 className={css['label']}>Metadata</h2>
        {mayWrite && editing === undefined && (
          <Button
            ref={button}
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label="Edit the metadata"
            onClick={() => setEditing({ base: stored, typed: writeMetadata(metadata) })}
          >
            Edit
          </Button>
        )}
      </div>
      {editing !== undefined ? (
        <MetadataEditor
          {...editing}
          onType={(typed) => setEditing({ ...editing, typed })}
          onDone={() => setEditing(undefined)}
        />
      ) : entries.length === 0 ? (
        <p className={css['none']}>None</p>
      ) : (
        <dl className={css['entries']}>
          {entries.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{showValue(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function MetadataEditor(props: {
  base: StoredConversation;
  typed: string;
  onType: (typed: string) => void;
  onDone: () => void;
}) {
  const { base, typed, onType, onDone } = props;
  const [wrong, setWrong] = useState<string>();
  const field = useSavedField('metadata');
  const save = async () => {
    const read = readMetadata(typed);
    setWrong('wrong' in read ? read.wrong : undefined);
    if ('value' in read && (await field.save(base, read.value)) !== undefined) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        aria-label="Metadata as JSON"
        classNames={{ input: css['json'] ?? '' }}
        placeholder={'{ "order": 1234 }'}
        autosize
        minRows={4}
        maxRows={16}
        autoFocus
        spellCheck={false}
        value={typed}
        error={wrong}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <FieldNotes
        field={field}
        show={(theirs) => writeMetadata(theirs as Record<string, unknown>)}
        onSettled={onDone}
      />
      <div className={css['buttons']}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="compact-sm" type="submit" loading={field.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
