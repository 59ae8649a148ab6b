import { hasUnread } from '../text/questions/unread-lines.ts';

const rule =
  'Lines of the user’s messages such as [Photo, not seen] or [File, not read: name] say what was sent beside the text. ' +
  'You can’t see, hear or open any of it. Never answer as if you could: if it matters, say so in the language of the ' +
  'user, and ask for a description in words.';

/** The instruction to a model whose question came with something that it can't see; empty if nothing did. */
export const attachmentRule = (question: string): string => (hasUnread(question) ? rule : '');
