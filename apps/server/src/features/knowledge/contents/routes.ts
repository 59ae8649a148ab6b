import { endpoint } from '../../../http/endpoint.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { Chunk, ChunkChanges, ChunkPath, ChunkQuery } from '../chunks/schema.ts';
import { SourcePath } from '../schema.ts';
import type { Contents } from './service.ts';

const tag = 'Knowledge sources';

/** The operations on what a source consists of. */
export const contentEndpoints = (contents: Contents) => [
  endpoint({
    id: 'listKnowledgeChunks',
    client: 'knowledgeSources.chunks.list',
    method: 'GET',
    path: '/api/knowledge-sources/:id/chunks',
    access: 'agents:read',
    tag,
    summary: 'List the chunks of a knowledge source',
    description:
      'The chunks of the version that serves, by number. Searches and quotes use them. `from` opens the list at a citation.',
    params: SourcePath,
    query: ChunkQuery,
    data: pageOf(Chunk),
    scans: true,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await contents.chunks(call.actor, call.params.id, call) }),
  }),
  endpoint({
    id: 'updateKnowledgeChunk',
    client: 'knowledgeSources.chunks.update',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/chunks/:number',
    access: 'agents:write',
    tag,
    summary: 'Switch a chunk on or off, or edit its text',
    description:
      'A chunk that is off is not found. An edited text is searched and quoted in place of that of the source, after ' +
      'the sync that it asks for; that gives the chunks of the document new numbers. Both stay as long as syncs find ' +
      'the text of the source unchanged there. Chunks of type `qa` can’t be edited: change the pair.',
    params: ChunkPath,
    body: ChunkChanges,
    data: Chunk,
    errors: ['knowledge_source_not_found', 'chunk_not_found'],
    handle: async ({ actor, params: { id: source, number }, body }) => ({
      json: await contents.changeChunk(actor, { source, number }, body),
    }),
  }),
];
