import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { pageOf } from '../../../schemas/lists.ts';
import type { Contents } from '../contents/service.ts';
import { ReviewDecision } from '../draft-schema.ts';
import { KnowledgeSource, SourcePath } from '../schema.ts';
import type { Sources } from '../service.ts';
import type { Reviews } from './reviews.ts';
import { SourceSync, SyncQuery } from './schema.ts';

const tag = 'Knowledge sources';

const asked = ({ json, workspace }: { json: string; workspace: string }) => ({
  json,
  right: { permission: 'agents:write', workspace } as const,
});

/** The services of the operations. */
interface Services {
  readonly sources: Sources;
  readonly reviews: Reviews;
  readonly contents: Contents;
}

/** The operations on the syncs of sources. */
export const syncEndpoints = ({ sources, reviews, contents }: Services) => [
  endpoint({
    id: 'syncKnowledgeSource',
    client: 'knowledgeSources.sync',
    method: 'POST',
    path: '/api/knowledge-sources/:id/sync',
    access: 'agents:write',
    tag,
    summary: 'Read a knowledge source again',
    description: 'Asks for a sync. Unchanged content is not indexed again, and the content so far serves meanwhile.',
    params: SourcePath,
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found'],
    handle: (call) => answering(call, asked, (along) => sources.sync(call.actor, call.params.id, along)),
  }),
  endpoint({
    id: 'reviewKnowledgeSource',
    client: 'knowledgeSources.review',
    method: 'POST',
    path: '/api/knowledge-sources/:id/review',
    access: 'agents:write',
    tag,
    summary: 'Approve or reject a version that waits',
    description:
      'A sync that loses more than a fifth of the documents, or of the passages that replies cite, waits for this ' +
      'while the content so far serves. Another sync replaces what waits.',
    params: SourcePath,
    body: ReviewDecision,
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found', 'review_not_waiting'],
    handle: (call) =>
      answering(call, asked, (along) => reviews.decide(call.actor, call.params.id, { ...call.body, along })),
  }),
  endpoint({
    id: 'listKnowledgeSyncs',
    client: 'knowledgeSources.syncs.list',
    method: 'GET',
    path: '/api/knowledge-sources/:id/syncs',
    access: 'agents:read',
    tag,
    summary: 'List the syncs of a knowledge source',
    description:
      'Newest first; the last 50 are kept. Each says what changed, and which past questions get another passage.',
    params: SourcePath,
    query: SyncQuery,
    data: pageOf(SourceSync),
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await contents.syncs(call.actor, call.params.id, call.query) }),
  }),
];
