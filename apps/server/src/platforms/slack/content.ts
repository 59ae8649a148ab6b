import { type Attachment, attachmentOf, bounded, kindOfFile } from '../content/attachment.ts';
import { fieldsOf, listOf, stringOf } from '../json-fields.ts';
import { readMrkdwn } from './text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Max depth of nested blocks that are read. Slack nests rich text four deep. */
const maxDepth = 8;

/** Rich text that stands for something: a mention, a link, an emoji. */
function inlineText(element: Fields): string {
  const [text, name] = [stringOf(element['text']), stringOf(element['name'])];
  const url = stringOf(element['url']);
  switch (element['type']) {
    case 'link':
      return text === '' || text === url ? url : `${text} (${url})`;
    case 'emoji':
      return emojiOf(element) || `:${name}:`;
    case 'user':
      return `@${stringOf(element['user_id'])}`;
    case 'usergroup':
      return `@${stringOf(element['usergroup_id'])}`;
    case 'channel':
      return `#${stringOf(element['channel_id'])}`;
    case 'broadcast':
      return `@${stringOf(element['range'])}`;
    case 'date':
      return stringOf(element['fallback']);
    default:
      return text;
  }
}

/** The characters of an emoji. Slack gives their code points in hexadecimal. */
function emojiOf({ unicode }: Fields): string {
  const points = stringOf(unicode)
    .split('-')
    .map((each) => Number.parseInt(each, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}

/** The text of a block, or of a part of one: whatever of it is shown as text. */
function textOf(block: Fields, depth: number): string {
  if (depth > maxDepth) return '';
  const type = stringOf(block['type']);
  const inside = listOf(block['elements']);
  if (type === 'rich_text_section' || type === 'rich_text_preformatted') return inside.map(inlineText).join('');
  if (type === 'rich_text_quote') return quoted(inside.map(inlineText).join(''));
  if (type === 'rich_text_list') {
    const isNumbered = block['style'] === 'ordered';
    return lines(
      inside.map((each, index) => `${isNumbered ? `${index + 1}.` : '-'} ${textOf(each, depth + 1)}`.trimEnd()),
    );
  }
  if (type === 'mrkdwn' || type === 'markdown') return readMrkdwn(stringOf(block['text']));
  if (type === 'plain_text') return stringOf(block['text']);
  const [own, title] = [fieldsOf(block['text']), fieldsOf(block['title'])];
  const shown = [own, title, ...listOf(block['fields']), ...inside].map((each) => textOf(each, depth + 1));
  return lines([...shown, stringOf(block['alt_text'])]);
}

const quoted = (text: string) => text.replace(/^/gm, '> ');

const lines = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').join('\n');

/** The text of blocks (Slack, Block Kit). */
export const blocksText = (blocks: unknown): string => lines(listOf(blocks).map((block) => textOf(block, 0)));

/** A message that is passed on, or the text of what another program has attached. */
export interface Shared {
  readonly text: string;
  /** Undefined if the message isn't passed on; empty if its author isn't known. */
  readonly forwardedFrom: string | undefined;
}

/**
 * The text of a message's attachments, in Slack's own sense. The previews of links aren't read: no person has written
 * them.
 */
export function sharedText(attachments: unknown): Shared {
  const written = listOf(attachments).filter(
    (each) => each['is_share'] === true || (each['from_url'] === undefined && each['original_url'] === undefined),
  );
  const shared = written.find((each) => each['is_share'] === true);
  const texts = written.map((each) => {
    const own = lines([stringOf(each['pretext']), stringOf(each['title']), stringOf(each['text'])].map(readMrkdwn));
    const inner = listOf(each['message_blocks']).map(({ message }) => blocksText(fieldsOf(message)['blocks']));
    return own || blocksText(each['blocks']) || lines(inner) || readMrkdwn(stringOf(each['fallback']));
  });
  const author = shared && (stringOf(shared['author_name']) || stringOf(shared['author_subname']));
  return { text: lines(texts), forwardedFrom: author };
}

/** The files of a message and of those that it passes on. */
export function filesOf(event: Fields): readonly Attachment[] {
  const passedOn = listOf(event['attachments']).flatMap(({ files }) => listOf(files));
  return bounded([...listOf(event['files']), ...passedOn].map(fileOf));
}

function fileOf(file: Fields): Attachment {
  const { mimetype: mimeType, name, title, size, id: remoteId, duration_ms: ms, subtype } = file;
  const about = { name: stringOf(name) || stringOf(title), mimeType, size, remoteId };
  const kind = subtype === 'slack_audio' ? 'voice' : subtype === 'slack_video' ? 'video' : kindOfFile(mimeType);
  return attachmentOf(kind, { ...about, ...(typeof ms === 'number' && { duration: ms / 1000 }) });
}
