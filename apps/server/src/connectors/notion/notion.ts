import { SourceFailure } from '../../extract/document.ts';
import {
  type Connecting,
  type Connector,
  type ConnectorItem,
  type ConnectorKind,
  connectorLimits,
  type ItemContent,
} from '../connector.ts';
import { RefusedRequest } from '../requests.ts';
import { createNotion, type Notion, orMissing } from './api.ts';
import { type BlockTree, writeBlocks } from './blocks.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';
import { titleOf, writeProperties } from './properties.ts';
import { escaped } from './rich-text.ts';
import { checkRoot, createBelow, idOf, isTrashed, parentsOf } from './root.ts';

/** Limits of a list, and of one page. */
const limits = {
  /** Pages and data sources of one list, before the root selects some. */
  objects: 50_000,
  /** Blocks of one page; a larger one is left out with its reason. */
  blocks: 10_000,
  /** Levels of nested blocks; deeper ones are left out with a note. */
  depth: 20,
} as const;

/** Time in ms after which another edit has another time: Notion gives the minute only. */
const settled = 2 * 60_000;

/** Pages of Notion that are shared with an integration: a document for each. */
export const notionKind: ConnectorKind = {
  hasUrl: false,
  fields: ['root', 'token'],
  required: ['token'],
  secret: 'token',
  open: openWorkspace,
};

/** A page of a list, with the IDs that contain it. */
interface ListedPage {
  readonly item: ConnectorItem;
  readonly parents: readonly string[];
}

function openWorkspace(of: Connecting): Connector {
  const root = of.connection.root ?? null;
  const notion = createNotion(of);
  /** The pages that have properties of a database. */
  const rows = new Set<string>();

  /** Keeps the parents of a result in `known`, and returns it if it is a page that was not listed yet. */
  const note = (found: Fields, at: number, known: Map<string, readonly string[]>): ListedPage | undefined => {
    const { item, parents } = read(found, at);
    if (known.has(item.key) || isTrashed(found)) return undefined;
    if (known.size >= limits.objects) throw tooMany();
    known.set(item.key, parents);
    for (const [id, above] of databaseOf(found)) known.set(id, above);
    if (found['object'] !== 'page') return undefined;
    if (isRow(found)) rows.add(item.key);
    return { item, parents };
  };

  /** Lists all pages, each once. */
  const pages = async function* (known: Map<string, readonly string[]>): AsyncGenerator<ListedPage> {
    for await (const { items, at } of notion.search()) {
      const noted = items.map((found) => note(found, at, known));
      yield* noted.filter((page) => page !== undefined);
    }
  };

  const below = async function* (id: string): AsyncGenerator<ConnectorItem> {
    await checkRoot(notion, id);
    const known = new Map<string, readonly string[]>();
    const listed: ListedPage[] = [];
    for await (const page of pages(known)) listed.push(page);
    const isBelow = createBelow(notion, id, known);
    for (const { item, parents } of listed) if (item.key === id || (await isBelow(parents))) yield item;
  };

  const everything = async function* (): AsyncGenerator<ConnectorItem> {
    for await (const { item } of pages(new Map())) yield item;
  };

  return {
    list: async function* () {
      const id = root === null ? undefined : idOf(root);
      if (root !== null && id === undefined) throw noId();
      let isEmpty = true;
      for await (const item of id === undefined ? everything() : below(id)) {
        isEmpty = false;
        yield item;
      }
      if (isEmpty) throw nothingShared();
    },
    read: async function* (items) {
      for (const item of items)
        yield { item, content: await contentOf(notion, item, rows.has(item.key)).catch(asFailure) };
    },
  };
}

/** Reads a result of a search. */
function read(found: Fields, at: number) {
  const id = textOf(found['id']);
  const edited = textOf(found['last_edited_time']);
  const isRecent = !(at - Date.parse(edited) >= settled);
  const title = titleOf(found);
  const item: ConnectorItem = {
    key: id,
    version: isRecent ? `${edited} ${Date.now()}` : edited,
    title: title === '' ? 'Untitled' : title,
    label: title === '' ? id : title,
    url: textOf(found['url']) || null,
  };
  return { item, parents: parentsOf(found['parent']) };
}

const isRow = ({ parent }: Fields): boolean => /^(data_source|database)_id$/.test(textOf(fieldsOf(parent)['type']));

/** Returns the database of a data source with the IDs that contain it. */
function databaseOf({ parent, database_parent: above }: Fields): readonly (readonly [string, readonly string[]])[] {
  const id = textOf(fieldsOf(parent)['database_id']);
  return id === '' || above === undefined ? [] : [[id, parentsOf(above)]];
}

async function contentOf(notion: Notion, item: ConnectorItem, isOfDatabase: boolean): Promise<ItemContent> {
  const properties = isOfDatabase ? writeProperties(await notion.get('pages', item.key)) : '';
  const { markdown, warnings } = writeBlocks(await blocksOf(notion, item.key));
  const text = [`# ${escaped(item.title)}`, properties, markdown].filter((part) => part !== '').join('\n\n');
  const bytes = Buffer.from(text.toWellFormed());
  if (bytes.length > connectorLimits.itemBytes) throw new SourceFailure('too_large');
  return { bytes, fileName: 'page.md', contentType: 'text/markdown', warnings };
}

/** Reads the blocks of a page with those in them; pages in it are documents of their own. */
async function blocksOf(notion: Notion, page: string): Promise<BlockTree[]> {
  let count = 0;
  const within = async (id: string, depth: number): Promise<BlockTree[]> => {
    const trees: BlockTree[] = [];
    for await (const { items } of notion.blocksIn(id)) {
      count += items.length;
      if (count > limits.blocks) throw tooLong();
      for (const block of items) if (!isTrashed(block)) trees.push(await treeOf(block, depth));
    }
    return trees;
  };

  const treeOf = async (block: Fields, depth: number): Promise<BlockTree> => {
    const [id, type] = [textOf(block['id']), textOf(block['type'])];
    const body = fieldsOf(block[type]);
    const tree = { id, type, body, children: [] };
    if (block['has_children'] !== true || type === 'child_page' || type === 'child_database') return tree;
    if (depth >= limits.depth) return { ...tree, children: [leftOut('depth')] };
    // A copy of a synced block has the content of its original.
    const original = textOf(fieldsOf(body['synced_from'])['block_id']);
    if (original === '') return { ...tree, children: await within(id, depth + 1) };
    return { ...tree, children: (await orMissing(within(original, depth + 1))) ?? [leftOut('unreadable')] };
  };

  return within(page, 0);
}

/** A block that stands for some that were left out. */
const leftOut = (type: string): BlockTree => ({ id: '', type, body: {}, children: [] });

/** The failure of one page; without access none can be read. */
function asFailure(error: unknown): SourceFailure {
  if (!(error instanceof SourceFailure) || (error instanceof RefusedRequest && error.status === 401)) throw error;
  return error;
}

const noId = () =>
  new SourceFailure('http_error', {
    message: 'The root of the source is no ID and no address of a page of Notion.',
    hint: 'Copy the link to the page in Notion.',
    retry: false,
  });

const nothingShared = () =>
  new SourceFailure('nothing_found', {
    message: 'Notion shows the integration no pages.',
    hint: 'Add the integration to the pages in Notion (••• → Connections), then sync again.',
  });

const tooMany = () =>
  new SourceFailure('too_large', {
    message: `The integration can read more than ${limits.objects.toLocaleString('en-US')} pages.`,
    hint: 'Share fewer pages with the integration.',
  });

const tooLong = () =>
  new SourceFailure('too_large', {
    message: `The page has more than ${limits.blocks.toLocaleString('en-US')} blocks.`,
    hint: 'Split it into several pages.',
  });
