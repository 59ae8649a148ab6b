import { type Conversation, PreconditionFailedError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { keepConversation, type StoredConversation } from '../../api/conversation-queries.ts';

/** A field that people edit in place. */
type FieldName = 'title' | 'tags' | 'metadata';

/** Messages that arrive change the version, too: how often a change is made anew on top of them. */
const maxAttempts = 4;

/** Thrown where somebody else changed the same field meanwhile: carries what they stored. */
class Overtaken extends Error {
  readonly theirs: StoredConversation;

  constructor(theirs: StoredConversation) {
    super('Somebody else changed this meanwhile.');
    this.theirs = theirs;
  }
}

/**
 * Saves one field on the version that was read (`If-Match`). Where only other things changed in between, it is saved on
 * top of them; where somebody changed this very field, `theirs` is what they stored, until one of both is chosen.
 */
export function useSavedField<Name extends FieldName>(name: Name) {
  const { mutateAsync, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ base, value }: { base: StoredConversation; value: Conversation[Name] }) => save(base, name, value),
    onSuccess: keepConversation,
  });
  const saveOn = (base: StoredConversation, value: Conversation[Name]): Promise<StoredConversation | undefined> =>
    mutateAsync({ base, value }).then(
      ({ data, etag }) => ({ conversation: data, etag }),
      () => undefined,
    );
  const theirs = error instanceof Overtaken ? error.theirs : undefined;
  return {
    /** Resolves with what is stored then; with undefined where it couldn’t be, and the field says why. */
    save: saveOn,
    isPending,
    problem: theirs === undefined ? (error ?? undefined) : undefined,
    theirs: theirs?.conversation[name],
    /** Stores what was typed over what they stored. */
    keepMine: async () =>
      theirs === undefined || variables === undefined ? undefined : saveOn(theirs, variables.value),
    /** Goes on with what they stored. */
    takeTheirs: () => {
      if (theirs !== undefined) keepConversation({ data: theirs.conversation, etag: theirs.etag });
      reset();
    },
    reset,
  };
}

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
    if (JSON.stringify(now.data[name]) !== JSON.stringify(base.conversation[name])) {
      throw new Overtaken({ conversation: now.data, etag: now.etag });
    }
    etag = now.etag;
  }
}
