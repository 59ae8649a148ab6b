/** What an account may have only so much of, with the words for an error. `storedBytes` are those of files. */
export const quotaKinds = {
  workspaces: 'workspaces',
  members: 'members',
  invitations: 'open invitations',
  apiKeys: 'active API keys',
  agents: 'agents',
  conversations: 'conversations',
  storedBytes: 'stored bytes',
} as const;

/** The name of a quota, in the API, in the settings and in the database. */
export type QuotaKind = keyof typeof quotaKinds;

/** The names of the quotas, in the order in which they are shown. */
export const quotaNames = Object.keys(quotaKinds) as readonly QuotaKind[];

/** Whether a text is the name of a quota. */
export const isQuotaKind = (name: string): name is QuotaKind => Object.hasOwn(quotaKinds, name);
