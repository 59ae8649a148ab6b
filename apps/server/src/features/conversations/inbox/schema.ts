import { type Static, Type } from 'typebox';
import { MessageAttachment } from '../../../replies/schemas/attachment.ts';
import { Message } from '../../../replies/schemas/message.ts';
import { exampleTexts } from '../../../schemas/examples.ts';
import { mostlyNull, timeField } from '../../../schemas/fields.ts';

/** Max characters (code points) of the text of a last message. */
export const previewCharacters = 140;

/** The latest message of a listed conversation, shortened. */
export const LastMessage = Type.Object({
  role: Message.properties.role,
  status: Message.properties.status,
  content: Type.String({
    description:
      'The beginning of its text, at most 140 characters: cut between words where possible, then it ends in `…`.',
    examples: [exampleTexts.reply],
  }),
  createdAt: timeField('Time of creation'),
  attachmentKind: mostlyNull(
    MessageAttachment.properties.kind,
    'Kind of the first of its `attachments`; null if it has none.',
  ),
});
export type LastMessage = Static<typeof LastMessage>;
