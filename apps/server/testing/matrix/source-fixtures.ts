import { randomBytes } from 'node:crypto';
import { noSettings } from '../../src/features/knowledge/settings-schema.ts';
import { newId } from '../../src/ids.ts';
import { row } from '../fixtures/people.ts';
import { documentValues } from '../fixtures/source-rows.ts';
import type { Draft, Where } from './draft.ts';
import type { World } from './world.ts';

const stamps = () => ({ created_at: Date.now(), updated_at: Date.now() });

let chunks = 0;

/** A source whose first version serves. */
const source = ({ sites }: World, { place }: Where, type: string) => {
  const { workspace, marker: name } = sites[place];
  const values = { id: newId('source'), workspace_id: workspace, type, name, status: 'ready' };
  const serving = { version: 1, next_version: 1, name_folded: name, settings: JSON.stringify(noSettings) };
  return { table: 'knowledge_sources', values: { ...values, ...serving, ...stamps() } } as const;
};

function pair(world: World, where: Where): Draft {
  const { sites, service } = world;
  const { workspace, marker } = sites[where.place];
  const owner = source(world, where, 'qa');
  const of = { workspace_id: workspace, source_id: where.parent ?? owner.values.id };
  const values = { id: newId('pair'), ...of, question: marker, answer: marker, ...stamps() };
  return {
    ...{ table: 'knowledge_pairs', values },
    first: where.parent === undefined ? [row(service.db, owner.table, owner.values)] : [],
  };
}

/** A document that was added to a source, and the row of the blob with its content. */
function item(world: World, where: Where): Draft {
  const { sites, service } = world;
  const { workspace, marker: title } = sites[where.place];
  const owner = source(world, where, 'documents');
  const of = { workspace_id: workspace, source_id: where.parent ?? owner.values.id, external_id: null };
  const hash = randomBytes(32).toString('hex');
  const content = { file_name: null, content_type: 'text/markdown', hash, bytes: 1, revision: 1 };
  const blob = { id: newId('blob'), created_at: Date.now() };
  const data = { title, url: null, metadata: '{}', facets: '[]' };
  return {
    ...{ table: 'knowledge_items', values: { id: newId('document'), ...of, ...data, ...content, ...stamps() } },
    first: where.parent === undefined ? [row(service.db, owner.table, owner.values)] : [],
    after: [
      row(service.db, 'blob_files', { ...blob, store: 'folder', large_object: null, remove_after: null }),
      row(service.db, 'blobs', { ...blob, workspace_id: workspace, hash, bytes: 1, refs: 1 }),
    ],
  };
}

/** A document with one chunk, which is named by its number. */
function chunk(world: World, where: Where): Draft {
  const { sites, service } = world;
  const { workspace, marker: text } = sites[where.place];
  const owner = source(world, where, 'text');
  chunks += 1;
  const number = chunks;
  const [values, part] = documentValues({ workspace, source: where.parent ?? owner.values.id, number, text });
  const first = where.parent === undefined ? [row(service.db, owner.table, owner.values)] : [];
  const after = [row(service.db, 'knowledge_chunks', part)];
  return { table: 'knowledge_documents', values, token: String(number), first, after };
}

/** Knowledge sources and what they consist of. */
export const sourceDrafts = {
  source: (world: World, where: Where): Draft => source(world, where, 'text'),
  qaSource: (world: World, where: Where): Draft => source(world, where, 'qa'),
  document: (world: World, where: Where): Draft => ({ ...chunk(world, where), token: undefined }),
  documentSource: (world: World, where: Where): Draft => source(world, where, 'documents'),
  ...{ pair, chunk, item },
};
