/** A table whose rows count for an account. */
export interface Source {
  readonly table: string;
  readonly kind: string;
  /** True if the row has the account itself; otherwise it has a workspace. */
  readonly ofAccount?: true;
  /** The column that is null as long as the row counts, and that an update may set. */
  readonly until?: string;
  /** The column with the amount that a row counts for; 1 if undefined. */
  readonly amount?: string;
  /** The name of its triggers; by default that of its table. */
  readonly name?: string;
}

/** The name of the triggers of a source. */
export const triggerName = ({ table, name = table }: Source): string => `quota_${name}`;

/**
 * Every table that counts. A released migration uses them, so a later change of the counted tables needs another list.
 */
export const sources: readonly Source[] = [
  { table: 'workspaces', kind: 'workspaces', ofAccount: true },
  { table: 'members', kind: 'members' },
  { table: 'invitations', kind: 'invitations' },
  { table: 'api_keys', kind: 'apiKeys', ofAccount: true, until: 'revoked_at' },
  // A hidden agent is deleted for its readers; its conversations count until they are.
  { table: 'agents', kind: 'agents', until: 'deleted_at' },
  { table: 'conversations', kind: 'conversations' },
  { table: 'blobs', kind: 'storedBytes', amount: 'bytes' },
];

/**
 * Sources that count since migration 0016. A source counts until it is deleted. A document that a sync replaces counts
 * no longer as soon as its successor does, so a sync needs room only for what it adds.
 */
export const knowledgeSources: readonly Source[] = [
  { table: 'knowledge_sources', kind: 'knowledgeSources', until: 'deleted_at' },
  {
    ...{ table: 'knowledge_documents', kind: 'knowledgeChunks', until: 'until', amount: 'chunk_count' },
    name: 'knowledge_chunks',
  },
  {
    ...{ table: 'knowledge_documents', kind: 'knowledgeBytes', until: 'until', amount: 'bytes' },
    name: 'knowledge_bytes',
  },
];

/** Sources that count since migration 0017. A hidden channel is deleted for its readers. */
export const channelSources: readonly Source[] = [{ table: 'channels', kind: 'channels', until: 'deleted_at' }];

/** Sources that count since migration 0042. A hidden webhook is deleted for its readers. */
export const webhookSources: readonly Source[] = [{ table: 'webhooks', kind: 'webhooks', until: 'deleted_at' }];

/** Sources that count since migration 0043. */
export const toolSources: readonly Source[] = [{ table: 'tools', kind: 'tools' }];

/** A query of how much each account has, from the rows themselves: `account_id, kind, used`. */
const countsOf = (all: readonly Source[]): string =>
  all
    .map(({ table, kind, ofAccount, until, amount }) => {
      const used = amount === undefined ? 'count(*)' : `cast(sum(counted.${amount}) as bigint)`;
      const join = ofAccount ? '' : ' join workspaces on workspaces.id = counted.workspace_id';
      const where = until === undefined ? '' : ` where counted.${until} is null`;
      const account = ofAccount ? 'counted.account_id' : 'workspaces.account_id';
      return `select ${account} as account_id, '${kind}' as kind, ${used} as used from ${table} as counted${join}${where} group by ${account}`;
    })
    .join(' union all ');

/** The counts of migrations 0008, 0016 and 0017, and of all. */
export const realCounts: string = countsOf(sources);
export const knowledgeCounts: string = countsOf(knowledgeSources);
export const channelCounts: string = countsOf(channelSources);
export const allCounts: string = countsOf([
  ...[...sources, ...knowledgeSources, ...channelSources, ...webhookSources, ...toolSources],
]);
