import type { KnowledgeSource, SyncInterval } from './schema.ts';
import type { NewSource } from './store.ts';

/** A source as the API returns it right after its creation. */
export function newSource(workspace: string, row: NewSource): KnowledgeSource {
  const { id, type, name, externalId, metadata, settings, syncInterval, nextSyncAt, now } = row;
  const { url, include, exclude, maxPages, maxDepth, file, connection = null } = settings;
  const time = new Date(now).toISOString();
  return {
    ...{ _id: id, workspace, type, name, status: 'queued', progress: null, error: null, warnings: [], review: null },
    ...{ externalId, metadata: { ...metadata } },
    ...{ version: 0, documentCount: 0, chunkCount: 0, bytes: 0, contentHash: null },
    ...{ url, include: [...include], exclude: [...exclude], maxPages, maxDepth, file, connection },
    syncInterval: syncInterval as SyncInterval | null,
    nextSyncAt: nextSyncAt === null ? null : new Date(nextSyncAt).toISOString(),
    ...{ lastSyncedAt: null, agentCount: 0, embedding: null, createdAt: time, updatedAt: time },
  };
}
