import { type Static, Type } from 'typebox';
import { type AttachmentKind, attachmentKinds } from '../../platforms/content/attachment.ts';
import { orNull, textLike } from '../../schemas/fields.ts';

/** Something in a message beside its text, as the API returns it. */
export const MessageAttachment = Type.Object(
  {
    kind: Type.Unsafe<AttachmentKind>(
      Type.String({
        enum: attachmentKinds,
        examples: ['image'],
        description:
          'Its kind. `message`: a message of a kind that isn’t read, such as a story. `other`: those beyond the 20 ' +
          'that are kept. Further kinds may be added.',
      }),
    ),
    name: orNull(
      textLike('IMG_1.jpg'),
      'Name of the file, or of the person or form: up to 200 characters; null if unknown.',
    ),
    contentType: orNull(textLike('image/jpeg'), 'Media type of the file, as the platform names it; null if unknown.'),
    size: orNull(Type.Number({ minimum: 0, examples: [120_000] }), 'Size of the file in bytes; null if unknown.'),
    duration: orNull(
      Type.Number({ minimum: 0, examples: [7] }),
      'Duration in seconds; null if it has none, or if unknown.',
    ),
    text: orNull(
      textLike('Café Central, Main St 1'),
      'Its words, such as the place of a location or the items of an order: up to 2,000 characters; null if it has none.',
    ),
  },
  {
    title: 'MessageAttachment',
    description: 'Content beside text, such as a photo or a location. The file itself isn’t stored.',
  },
);
export type MessageAttachment = Static<typeof MessageAttachment>;
