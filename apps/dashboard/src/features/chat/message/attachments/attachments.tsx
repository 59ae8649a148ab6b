import type { MessageAttachment } from '@parley/sdk';
import { Icon } from '../../../../ui/page/icons.tsx';
import { attachmentWords, kindOf } from './attachment-words.ts';
import css from './attachments.module.css';

/** The attachments of a message: a row with icon, name and size for each. */
export function Attachments({ attachments }: { attachments: readonly MessageAttachment[] }) {
  return (
    <ul className={css['list']} aria-label="Attachments">
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no IDs, and never change.
        <Attachment key={index} attachment={attachment} />
      ))}
    </ul>
  );
}

function Attachment({ attachment }: { attachment: MessageAttachment }) {
  const { name, details } = attachmentWords(attachment);
  const { icon, title } = kindOf(attachment.kind);
  return (
    <li className={css['item']} title={name === title ? undefined : title}>
      <span className={css['icon']}>
        <Icon name={icon} size={16} />
      </span>
      <span className={css['words']}>
        {name !== title && <span className={css['kind']}>{title}: </span>}
        {name}
        {details !== '' && <span className={css['details']}> {details}</span>}
      </span>
    </li>
  );
}
