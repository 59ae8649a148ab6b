import { cutTo, stringOf } from '../json-fields.ts';

/**
 * Kinds of content beside text. A `message` is one of a kind that isn't read here, such as a story; `other` stands for
 * attachments beyond the number that is kept.
 */
export const attachmentKinds = [
  ...(['image', 'video', 'audio', 'voice', 'file', 'sticker'] as const),
  ...(['location', 'contact', 'poll', 'order', 'form', 'dice', 'message', 'other'] as const),
] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** Content of a message that is no text, as data. Names and texts are those of its sender. */
export interface Attachment {
  readonly kind: AttachmentKind;
  readonly name?: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  /** In seconds. */
  readonly duration?: number;
  /** Its words, such as the place of a location or the items of an order. */
  readonly text?: string;
  /** The platform's ID of the file. */
  readonly remoteId?: string;
}

/** Max characters of the fields of an attachment. */
const most = { name: 200, mimeType: 100, text: 2_000, remoteId: 500 } as const;

/** Max attachments of a message that are kept; the rest is counted in the last one. */
const mostKept = 20;

/** The fields of an attachment as its platform sends them. */
type Given = Readonly<Partial<Record<Exclude<keyof Attachment, 'kind'>, unknown>>>;

/** An attachment of what a platform sends. A field of another type is left out, so that it costs no message. */
export function attachmentOf(kind: AttachmentKind, given: Given = {}): Attachment {
  const texts = (['name', 'mimeType', 'text', 'remoteId'] as const).flatMap((field) => {
    const text = cutTo(stringOf(given[field]), most[field]).trim();
    return text === '' ? [] : [[field, text] as const];
  });
  const numbers = (['size', 'duration'] as const).flatMap((field) => {
    const number = given[field];
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? [[field, number] as const] : [];
  });
  return { kind, ...Object.fromEntries<string | number>([...texts, ...numbers]) };
}

/** The kind of a file, by its media type. */
export function kindOfFile(mimeType: unknown): AttachmentKind {
  const [type = ''] = stringOf(mimeType).toLowerCase().split('/', 1);
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'file';
}

/** Keeps no more attachments than a message may have. */
export function bounded(attachments: readonly Attachment[]): readonly Attachment[] {
  if (attachments.length <= mostKept) return attachments;
  const kept = attachments.slice(0, mostKept - 1);
  return [...kept, { kind: 'other', text: `${attachments.length - kept.length} more` }];
}
