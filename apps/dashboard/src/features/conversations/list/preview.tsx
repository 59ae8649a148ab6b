import type { ListedConversation } from '@parley/sdk';
import { previewWords } from './preview-words.ts';

/** The latest message of a conversation, in one line. */
export function Preview(props: {
  message: NonNullable<ListedConversation['lastMessage']>;
  className: string | undefined;
}) {
  return <span className={props.className}>{previewWords(props.message)}</span>;
}
