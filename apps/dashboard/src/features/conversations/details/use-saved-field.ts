import { type Conversation, PreconditionFailedError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepConversation, type StoredConversation } from '../../../api/queries/conversation-queries.ts';

/** A field that is edited in place. */
type FieldName = 'title' | 'tags' | 'metadata';

/** Incoming messages change the version, too: how often a change is retried on the new version. */
const maxAttempts = 4;

/** Another user has changed the same field first; carries the stored version. */
class Overtaken extends Error {
  readonly theirs: StoredConversation;

  constructor(theirs: StoredConversation) {
    super('This was changed elsewhere meanwhile.');
    this.theirs = theirs;
  }
}

/**
 * Saves one field on the version that was read (`If-Match`). If only other fields have changed, it retries on the new
 * version. If another user has changed the same field, `theirs` is the stored value until the user chooses one.
 */
export function useSavedField<Name extends FieldName>(name: Name) {
  const { mutateAsync, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ base, value }: { base: StoredConversation; value: Conversation[Name] }) => save(base, name, value),
    onSuccess: keepConversation,
  });
  const saved = useRef<StoredConversation>(undefined);
  const saveOn = async (read: StoredConversation, value: Conversation[Name]) => {
    // The caller may not have been rendered since the last save: its own change would be a conflict.
    const base = newer(read, saved.current);
    try {
      const { data, etag } = await mutateAsync({ base, value });
      saved.current = { conversation: data, etag };
      return saved.current;
    } catch {
      return undefined;
    }
  };
  const theirs = error instanceof Overtaken ? error.theirs : undefined;
  return {
    /**
     * Saves over the version that was read, or over this field's last saved one if that is newer. Resolves to the
     * stored conversation, or to undefined if it was not saved; the field shows why.
     */
    save: saveOn,
    isPending,
    problem: theirs === undefined ? (error ?? undefined) : undefined,
    theirs: theirs?.conversation[name],
    /** Stores the user's value over the other one. */
    keepMine: async () =>
      theirs === undefined || variables === undefined ? undefined : saveOn(theirs, variables.value),
    /** Discards the user's value in favour of the stored one. */
    takeTheirs: () => {
      if (theirs !== undefined) keepConversation({ data: theirs.conversation, etag: theirs.etag });
      reset();
    },
    reset,
  };
}

const newer = (read: StoredConversation, saved: StoredConversation | undefined): StoredConversation =>
  saved === undefined || saved.conversation.updatedAt < read.conversation.updatedAt ? read : saved;

async function save<Name extends FieldName>(base: StoredConversation, name: Name, value: Conversation[Name]) {
  const { _id } = base.conversation;
  let { etag } = base;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callApi((client) =>
        client.conversations.update(_id, { [name]: value }, { ifMatch: etag }).withResponse(),
      );
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || attempt === maxAttempts) throw error;
    }
    const now = await callApi((client) => client.conversations.retrieve(_id).withResponse());
    const stored = JSON.stringify(now.data[name]);
    if (stored !== JSON.stringify(base.conversation[name]) && stored !== JSON.stringify(value)) {
      throw new Overtaken({ conversation: now.data, etag: now.etag });
    }
    etag = now.etag;
  }
}
