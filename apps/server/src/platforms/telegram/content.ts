import { type Attachment, attachmentOf, bounded, kindOfFile } from '../content/attachment.ts';
import { lineOf } from '../content/content.ts';
import { listed, placeText } from '../content/details.ts';
import { fieldsOf, listOf, stringOf } from '../json-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads what a field of a message contains; undefined if it is of another type. */
type Reader = (value: Fields, message: Fields) => Attachment | readonly Attachment[];

/** Telegram's fields of a file. */
const fileFields = ({
  file_name: name,
  mime_type: mimeType,
  file_size: size,
  duration,
  file_id: remoteId,
}: Fields) => ({
  ...{ name, mimeType, size, duration, remoteId },
});

const file =
  (kind: Attachment['kind']): Reader =>
  (value) =>
    attachmentOf(kind, fileFields(value));

const nameOf = ({ first_name: first, last_name: last }: Fields): string =>
  listed([stringOf(first), stringOf(last)], ' ');

const texts = (values: unknown, mark = ''): string =>
  listed(
    listOf(values).map(({ text }) => (stringOf(text) === '' ? '' : `${mark}${stringOf(text)}`)),
    '; ',
  );

const contact: Reader = (value) =>
  attachmentOf('contact', { name: nameOf(value), text: listed([stringOf(value['phone_number'])], ', ') });

/** Users or chats that a person has chosen by a button. */
const shared: Reader = (value) => {
  const users = listOf(value['users']);
  const chosen = users.length > 0 ? users : [value];
  return chosen.map((each) => {
    const name = nameOf(each) || stringOf(each['title']);
    const id = each['user_id'] ?? each['chat_id'];
    return attachmentOf('contact', { name, text: typeof id === 'number' ? `ID ${id}` : '' });
  });
};

/** Fields of a message that have content, in the order in which they are told, with a reader for each. */
const readers: Readonly<Record<string, Reader>> = {
  animation: file('video'),
  audio: (value) => {
    const title = listed([stringOf(value['performer']), stringOf(value['title'])], ' – ');
    return attachmentOf('audio', { ...fileFields(value), name: stringOf(value['file_name']) || title });
  },
  voice: file('voice'),
  video: file('video'),
  video_note: file('video'),
  live_photo: file('image'),
  sticker: (value) =>
    attachmentOf('sticker', { text: value['emoji'], size: value['file_size'], remoteId: value['file_id'] }),
  document: (value) => attachmentOf(kindOfFile(value['mime_type']), fileFields(value)),
  venue: ({ title, address, location }) => {
    const { latitude, longitude } = fieldsOf(location);
    return attachmentOf('location', { text: placeText({ name: title, address, latitude, longitude }) });
  },
  location: ({ latitude, longitude, live_period: live }) => {
    const text = placeText({ name: live === undefined ? '' : 'live', address: '', latitude, longitude });
    return attachmentOf('location', { text });
  },
  contact,
  users_shared: shared,
  user_shared: shared,
  chat_shared: shared,
  poll: ({ question, options }) =>
    attachmentOf('poll', { text: listed([stringOf(question), texts(options, '- ')], ' ') }),
  checklist: ({ title, tasks }) => attachmentOf('form', { name: title, text: texts(tasks) }),
  dice: ({ emoji, value }) =>
    attachmentOf('dice', { text: listed([stringOf(emoji), typeof value === 'number' ? String(value) : ''], ' ') }),
  web_app_data: ({ button_text: name, data }) => attachmentOf('form', { name, text: data }),
  game: ({ title, description }) => attachmentOf('message', { name: title, text: description }),
  story: () => attachmentOf('message', { text: 'a story' }),
  paid_media: ({ paid_media: items }) =>
    listOf(items).map(({ type }) => attachmentOf(type === 'video' ? 'video' : 'image')),
  invoice: ({ title, description }) => attachmentOf('order', { name: title, text: description }),
};

/** Fields that repeat another one, which says more: a venue has a location, an animation a document. */
const repeated: Readonly<Record<string, string>> = { location: 'venue', document: 'animation', photo: 'live_photo' };

const isThere = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The largest size of a photo. */
function photoOf(sizes: unknown): Attachment[] {
  if (!Array.isArray(sizes)) return [];
  const largest = listOf(sizes).at(-1) ?? {};
  return [attachmentOf('image', { size: largest['file_size'], remoteId: largest['file_id'] })];
}

/** The content of a message beside its text. A service message, such as of a new member, has none. */
export function attachmentsOf(message: Fields): readonly Attachment[] {
  const isRepeated = (name: string) => isThere(message[repeated[name] ?? '']);
  const found = Object.entries(readers).flatMap(([name, read]) => {
    const value = message[name];
    return isThere(value) && !isRepeated(name) ? read(fieldsOf(value), message) : [];
  });
  return bounded([...(isRepeated('photo') ? [] : photoOf(message['photo'])), ...found]);
}

/** The text that a message quotes, or all of the message that it replies to; empty if it does neither. */
export function quoteOf(message: Fields): string {
  const quoted = stringOf(fieldsOf(message['quote'])['text']);
  if (quoted !== '') return quoted;
  const replied = fieldsOf(message['reply_to_message']);
  // The message that a topic begins with is no message of a person.
  if (replied['forum_topic_created'] !== undefined) return '';
  const text = stringOf(replied['text']) || stringOf(replied['caption']);
  const content = attachmentsOf(isThere(message['external_reply']) ? fieldsOf(message['external_reply']) : replied);
  return listed([text, ...content.map(lineOf)], ' ');
}

/** The author of a message that is passed on, as far as Telegram tells; undefined if it isn't passed on. */
export function forwardedFrom(message: Fields): string | undefined {
  const origin = message['forward_origin'];
  if (!isThere(origin)) return undefined;
  const { type, sender_user: user, sender_user_name: name, sender_chat: sender, chat } = fieldsOf(origin);
  if (type === 'user') return nameOf(fieldsOf(user));
  if (type === 'hidden_user') return stringOf(name);
  return stringOf(fieldsOf(type === 'channel' ? chat : sender)['title']);
}
