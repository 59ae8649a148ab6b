import type { ListedConversation } from '@parley/sdk';
import { Icon } from '../../../ui/page/icons.tsx';
import { kindOf } from '../../chat/message/attachments/attachment-words.ts';
import css from './preview.module.css';
import { previewWords } from './preview-words.ts';

/** The latest message of a conversation, in one line. */
export function Preview(props: {
  message: NonNullable<ListedConversation['lastMessage']>;
  className: string | undefined;
  /** The name of the person who wrote it, if one did and is known. */
  person?: string;
}) {
  const { attachmentKind } = props.message;
  return (
    <span className={props.className} dir="auto">
      {attachmentKind !== null && (
        <span className={css['icon']}>
          <Icon name={kindOf(attachmentKind).icon} size={13} />
        </span>
      )}
      {previewWords(props.message, props.person)}
    </span>
  );
}
