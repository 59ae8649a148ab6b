/**
 * The kinds of quotas, with their words for an error. `storedBytes` are the bytes of files, `knowledgeBytes` those of
 * the text that was read from knowledge sources.
 */
export const quotaKinds = {
  workspaces: 'workspaces',
  members: 'members',
  invitations: 'open invitations',
  apiKeys: 'active API keys',
  agents: 'agents',
  channels: 'channels',
  conversations: 'conversations',
  webhooks: 'webhooks',
  tools: 'tools',
  storedBytes: 'stored bytes',
  knowledgeSources: 'knowledge sources',
  knowledgeChunks: 'chunks of knowledge sources',
  knowledgeBytes: 'bytes of text of knowledge sources',
} as const;

/** The name of a quota, in the API, in the settings and in the database. */
export type QuotaKind = keyof typeof quotaKinds;

/** The names of the quotas, in the order in which they are shown. */
export const quotaNames = Object.keys(quotaKinds) as readonly QuotaKind[];

/** True if a text is the name of a quota. */
export const isQuotaKind = (name: string): name is QuotaKind => Object.hasOwn(quotaKinds, name);

/** True if a quota counts bytes. */
export const countsBytes = (kind: QuotaKind): boolean => kind === 'storedBytes' || kind === 'knowledgeBytes';
