import type { Warning } from '../../extract/document.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import { escaped, fenceOf, link, pageUrl, plainText, toMarkdown } from './rich-text.ts';

/** A block with the blocks in it. */
export interface BlockTree {
  readonly id: string;
  /** Its type, such as `paragraph`. */
  readonly type: string;
  /** The fields of its type. */
  readonly body: Fields;
  readonly children: readonly BlockTree[];
}

/** Blocks as Markdown, and notes on what was left out. */
export interface WrittenBlocks {
  readonly markdown: string;
  readonly warnings: readonly Warning[];
}

/** The types of items of lists, which stand together. */
const listItems = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do']);

/** Files: their addresses at Notion expire after an hour, so only those elsewhere are linked. */
const files = new Set(['audio', 'file', 'pdf', 'video']);

/** Writes the blocks of a page; their headings are below that of the page. */
export function writeBlocks(blocks: readonly BlockTree[]): WrittenBlocks {
  const leftOut = new Map<string, number>();
  const leave = (kind: string): string => {
    leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1);
    return '';
  };
  const markdown = write(blocks, leave);
  return { markdown, warnings: [...leftOut].map(noteOf) };
}

/** Notes a kind of block that is left out, and returns no text. */
type Leave = (kind: string) => string;

function write(blocks: readonly BlockTree[], leave: Leave): string {
  let [text, number, before] = ['', 0, ''];
  for (const block of blocks) {
    const { type } = block;
    number = type === 'numbered_list_item' ? nextNumber(block, number) : 0;
    const written = listItems.has(type) ? item(block, number, leave) : writeOne(block, leave);
    if (written === '') continue;
    const isTight = listItems.has(type) && type === before;
    text += text === '' ? written : (isTight ? '\n' : '\n\n') + written;
    before = type;
  }
  return text;
}

function nextNumber({ body }: BlockTree, before: number): number {
  const start = body['list_start_index'];
  return before === 0 && typeof start === 'number' && Number.isInteger(start) && start > 0 ? start : before + 1;
}

function item({ type, body, children }: BlockTree, number: number, leave: Leave): string {
  const mark = type === 'numbered_list_item' ? `${number}. ` : '- ';
  const box = type === 'to_do' ? `[${body['checked'] === true ? 'x' : ' '}] ` : '';
  const inner = write(children, leave);
  const first = children[0]?.type ?? '';
  const text = box + toMarkdown(body['rich_text']);
  const whole = inner === '' ? text : text + (listItems.has(first) ? '\n' : '\n\n') + inner;
  return mark + indented(whole, ' '.repeat(mark.length)).trimStart();
}

/** Writes blocks that aren't items of lists. */
function writeOne(block: BlockTree, leave: Leave): string {
  const { type, body, children } = block;
  const level = /^heading_([1-9])$/.exec(type)?.[1];
  if (level !== undefined)
    return joined(heading(Number(level) + 1, toMarkdown(body['rich_text'], ' ')), write(children, leave));
  if (files.has(type)) return linked(body, textOf(body['name']));
  const writer = Object.hasOwn(writers, type) ? writers[type] : undefined;
  if (writer !== undefined) return writer(block, leave);
  // A type of later versions of the API, which may have a text.
  if (body['rich_text'] === undefined) leave(type);
  return joined(toMarkdown(body['rich_text']), write(children, leave));
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

const heading = (level: number, text: string): string =>
  text === '' ? '' : `${'#'.repeat(Math.min(level, 6))} ${text}`;

const quoted = ({ body, children }: BlockTree, leave: Leave): string =>
  joined(toMarkdown(body['rich_text']), write(children, leave))
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

const flow = ({ children }: BlockTree, leave: Leave): string => write(children, leave);

const bookmark = ({ body }: BlockTree): string => linked(body);

/** Writes blocks by their type. */
const writers: Readonly<Record<string, (block: BlockTree, leave: Leave) => string>> = {
  quote: quoted,
  callout: quoted,
  column_list: flow,
  column: flow,
  synced_block: flow,
  // Parts of the page, not of its content.
  ...{ breadcrumb: () => '', divider: () => '', table_of_contents: () => '' },
  ...{ bookmark, embed: bookmark, link_preview: bookmark },
  child_page: ({ id, body }) => link(escaped(textOf(body['title'])), pageUrl(id)),
  child_database: ({ id, body }) => link(escaped(textOf(body['title'])), pageUrl(id)),
  link_to_page: ({ body }) => {
    const id = textOf(body['page_id']) || textOf(body['database_id']);
    return id === '' ? '' : link(escaped(pageUrl(id)), pageUrl(id));
  },
  equation: ({ body }) => fenced(textOf(body['expression']), ''),
  code: ({ body }) => {
    const language = textOf(body['language']);
    const code = fenced(plainText(body['rich_text']), language === 'plain text' ? '' : language);
    return joined(code, toMarkdown(body['caption']));
  },
  image: ({ body }, leave) => {
    leave('picture');
    return toMarkdown(body['caption']);
  },
  table,
};

function fenced(code: string, language: string): string {
  if (code.trim() === '') return '';
  const fence = fenceOf(code, 3);
  return `${fence}${language.replace(/[^\w#+.-]/g, '')}\n${code}\n${fence}`;
}

/** Writes a link to another place with its caption; a file at Notion is only named. */
function linked(body: Fields, name = ''): string {
  const url = textOf(body['url']) || textOf(fieldsOf(body['external'])['url']);
  return joined(url === '' ? escaped(name) : link(escaped(name || url), url), toMarkdown(body['caption']));
}

/** Writes a table; one without names of columns has empty ones. */
function table({ body, children }: BlockTree): string {
  const rows = children.map((row) => listOf(row.body['cells']).map(cellOf));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return '';
  const hasNames = body['has_column_header'] === true;
  const [names = [], ...rest] = hasNames ? rows : [[], ...rows];
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(names), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
}

/** A bar in code would end the cell, too. */
const cellOf = (cell: unknown): string => toMarkdown(cell, ' ').replace(/(?<!\\)\|/g, '\\|');

const indented = (text: string, space: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : space + line))
    .join('\n');

/** Notes of the kinds that have words of their own. */
const words: Readonly<Record<string, readonly [code: string, subject: string]>> = {
  picture: ['pictures', 'Pictures were'],
  depth: ['blocks', 'Blocks nested too deeply were'],
  unreadable: ['blocks', 'Synced blocks that the integration can’t read were'],
  unsupported: ['blocks', 'Blocks that Notion’s API doesn’t offer were'],
};

function noteOf([kind, count]: readonly [string, number]): Warning {
  const [code, subject] = words[kind] ?? ['blocks', `Blocks of the type ${kind} were`];
  return {
    code,
    message: `${subject} left out in ${count.toLocaleString('en')} ${count === 1 ? 'place' : 'places'}.`,
  };
}
