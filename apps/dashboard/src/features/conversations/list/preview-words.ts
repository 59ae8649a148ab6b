import type { ListedConversation } from '@parley/sdk';
import { unmarked } from '../../chat/citations/cited-text.ts';
import { withoutBrackets } from '../../chat/message/attachments/attachment-words.ts';

type LastMessage = NonNullable<ListedConversation['lastMessage']>;

/** Name of the writer before the text; a user's message needs no name. */
const writerOf = (role: LastMessage['role'], person: string) =>
  role === 'user' ? '' : `${role === 'assistant' ? 'Agent' : person}: `;

/** The words for a message that has no text, by its status. */
const withoutText: Readonly<Partial<Record<LastMessage['status'], string>>> = {
  streaming: 'The agent is replying.',
  requires_action: 'The agent waits for approval.',
  failed: 'The reply failed.',
};

/** A latest message in one line: its writer, with `person` as the name of one, and its text without marks of Markdown. */
export function previewWords({ role, status, content, attachmentKind }: LastMessage, person = 'Person'): string {
  const line = role === 'user' ? content.replace(/\s+/g, ' ').trim() : plain(content);
  const text = attachmentKind === null ? line : withoutBrackets(line);
  if (text !== '') return `${writerOf(role, person)}${text}`;
  return withoutText[status] ?? 'No text.';
}

/** Markdown without the marks that would be read in one line of text. */
const plain = (markdown: string) =>
  unmarked(markdown)
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|`{3}\w*)(?:\s+|$)/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
