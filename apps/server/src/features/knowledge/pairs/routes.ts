import { jsonBody } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { SourcePath } from '../schema.ts';
import { maxImportBytes, PairExport, PairImport, PairImportResult } from './csv-schema.ts';
import type { PairFiles } from './import.ts';
import { Pair, PairChanges, PairDraft, PairPath, PairQuery } from './schema.ts';
import type { CreatedPair, Pairs } from './service.ts';

const tag = 'Knowledge sources';

const created = ({ pair, workspace }: CreatedPair) => ({
  data: pair,
  right: { permission: 'agents:write', workspace } as const,
});

/** The operations on pairs. */
export const pairEndpoints = (pairs: Pairs, files: PairFiles) => [
  endpoint({
    id: 'importKnowledgePairs',
    client: 'knowledgeSources.pairs.importCsv',
    clientRepeats: true,
    method: 'POST',
    path: '/api/knowledge-sources/:id/pairs/import',
    access: 'agents:write',
    tag,
    summary: 'Import pairs from CSV',
    description:
      'Adds pairs, and changes those that the CSV has by `id` or, without one, by their question: all rows or none. ' +
      'With `dryRun` nothing is changed, and rows that are wrong are listed.',
    params: SourcePath,
    body: jsonBody(PairImport, maxImportBytes),
    data: PairImportResult,
    errors: ['knowledge_source_not_found', 'quota_exceeded'],
    handle: async (call) => ({ data: await files.importCsv(call.actor, call.params.id, call.body) }),
  }),
  endpoint({
    id: 'exportKnowledgePairs',
    client: 'knowledgeSources.pairs.exportCsv',
    method: 'GET',
    path: '/api/knowledge-sources/:id/pairs/export',
    access: 'agents:read',
    tag,
    summary: 'Export pairs as CSV',
    description:
      'All pairs in the order of their creation; an import takes the CSV back. Formulas are guarded by an apostrophe.',
    params: SourcePath,
    data: PairExport,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ data: await files.exportCsv(call.actor, call.params.id) }),
  }),
  endpoint({
    id: 'listKnowledgePairs',
    client: 'knowledgeSources.pairs.list',
    method: 'GET',
    path: '/api/knowledge-sources/:id/pairs',
    access: 'agents:read',
    tag,
    summary: 'List the pairs of a knowledge source',
    description: 'Newest first unless `sort` says otherwise; none for a source of another type than `qa`.',
    params: SourcePath,
    query: PairQuery,
    data: pageOf(Pair),
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await pairs.list(call.actor, call.params.id, call.query) }),
  }),
  endpoint({
    id: 'createKnowledgePair',
    client: 'knowledgeSources.pairs.create',
    method: 'POST',
    path: '/api/knowledge-sources/:id/pairs',
    access: 'agents:write',
    tag,
    summary: 'Add a pair of question and answer',
    description: 'A source has at most 1,000 pairs. The change is searched after the sync that it asks for.',
    params: SourcePath,
    body: PairDraft,
    data: Pair,
    status: 201,
    location: (pair) => `/api/knowledge-sources/${pair.source}/pairs/${pair._id}`,
    errors: ['knowledge_source_not_found', 'quota_exceeded'],
    handle: (call) =>
      answering(call, created, (along) => pairs.add(call.actor, call.params.id, { draft: call.body, along })),
  }),
  endpoint({
    id: 'getKnowledgePair',
    client: 'knowledgeSources.pairs.retrieve',
    method: 'GET',
    path: '/api/knowledge-sources/:id/pairs/:pairId',
    access: 'agents:read',
    tag,
    summary: 'Get a pair of question and answer',
    description: 'As it was last changed; a sync may still have to index it.',
    params: PairPath,
    data: Pair,
    errors: ['knowledge_source_not_found', 'pair_not_found'],
    handle: async ({ actor, params: { id: source, pairId: id } }) => ({
      json: await pairs.read(actor, { source, id }),
    }),
  }),
  endpoint({
    id: 'updateKnowledgePair',
    client: 'knowledgeSources.pairs.update',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/pairs/:pairId',
    access: 'agents:write',
    tag,
    summary: 'Change a pair of question and answer',
    description: 'Absent fields stay. The change is searched after the sync that it asks for.',
    params: PairPath,
    body: PairChanges,
    data: Pair,
    errors: ['knowledge_source_not_found', 'pair_not_found'],
    handle: async ({ actor, params: { id: source, pairId: id }, body }) => ({
      json: await pairs.update(actor, { source, id }, body),
    }),
  }),
  endpoint({
    id: 'deleteKnowledgePair',
    client: 'knowledgeSources.pairs.delete',
    method: 'DELETE',
    path: '/api/knowledge-sources/:id/pairs/:pairId',
    access: 'agents:write',
    tag,
    summary: 'Delete a pair of question and answer',
    description: 'The change is searched after the sync that it asks for.',
    params: PairPath,
    data: 'message',
    says: 'Pair deleted.',
    errors: ['knowledge_source_not_found', 'pair_not_found'],
    handle: async ({ actor, params: { id: source, pairId: id } }) => {
      await pairs.remove(actor, { source, id });
      return { message: 'Pair deleted.' };
    },
  }),
];
