import type { Conversation } from '@parley/sdk';

/** The ID that the service gives to an unknown visitor. */
const unknownVisitor = /^visitor_[0-9a-z]{20,}$/;

/** Characters of such an ID that tell visitors apart at a glance. */
const shown = 6;

/** Returns a user's name: for an unknown visitor the end of its ID, otherwise the ID; undefined if there is no ID. */
export function userName(userId: string | null): string | undefined {
  if (userId === null) return undefined;
  return unknownVisitor.test(userId) ? `Visitor ${userId.slice(-shown)}` : userId;
}

/** Returns the name of the user of a conversation: the one that a messenger or a form has told, else that of its ID. */
export function nameOf({ channel, metadata, visitor, userId }: Named): string | undefined {
  const told = [channel === null ? undefined : metadata['name'], visitor?.form?.['name']];
  const name = told.find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof name === 'string' ? name : userName(userId);
}

type Named = Pick<Conversation, 'channel' | 'metadata' | 'visitor' | 'userId'>;
