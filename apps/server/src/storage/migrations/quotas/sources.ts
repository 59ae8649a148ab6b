/** A table whose rows count for an account. */
export interface Source {
  readonly table: string;
  readonly kind: string;
  /** Whether the row has the account itself; otherwise it has a workspace. */
  readonly ofAccount?: true;
  /** The column that is null as long as the row counts, and that an update may set. */
  readonly until?: string;
  /** The column with what a row counts for; 1 if undefined. */
  readonly amount?: string;
}

/** Every table that counts. A released migration uses them, so a later change of what counts needs another list. */
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

/** A query of how much each account has, from the rows themselves: `account_id, kind, used`. */
export const realCounts: string = sources
  .map(({ table, kind, ofAccount, until, amount }) => {
    const used = amount === undefined ? 'count(*)' : `cast(sum(counted.${amount}) as bigint)`;
    const join = ofAccount ? '' : ' join workspaces on workspaces.id = counted.workspace_id';
    const where = until === undefined ? '' : ` where counted.${until} is null`;
    const account = ofAccount ? 'counted.account_id' : 'workspaces.account_id';
    return `select ${account} as account_id, '${kind}' as kind, ${used} as used from ${table} as counted${join}${where} group by ${account}`;
  })
  .join(' union all ');
