import type { Quotas } from '@parley/sdk';

/** A quota of the account. */
export type Quota = Quotas['items'][number];

const labels: Readonly<Record<Quota['kind'], string>> = {
  workspaces: 'Workspaces',
  members: 'Members',
  invitations: 'Open invitations',
  apiKeys: 'Active API keys',
  agents: 'Agents',
  channels: 'Channels',
  conversations: 'Conversations',
  webhooks: 'Webhooks',
  tools: 'Tools',
  storedBytes: 'Files',
  knowledgeSources: 'Knowledge sources',
  knowledgeChunks: 'Chunks of knowledge sources',
  knowledgeBytes: 'Text of knowledge sources',
};

const inBytes: readonly string[] = ['storedBytes', 'knowledgeBytes'] satisfies Quota['kind'][];

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** The name of a quota; an unknown kind, of a later version, is shown as it is. */
export const labelOf = ({ kind }: Quota): string => labels[kind] ?? kind;

/** A number of bytes with three digits at most: `1.5 GiB`. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** power;
  return `${Number(value.toPrecision(value >= 100 ? 4 : 3)).toLocaleString('en')} ${units[power]}`;
}

/** Returns the used part of a quota: `1,204 of 10,000`. */
export function figuresOf({ kind, used, limit }: Quota): string {
  const inWords = (number: number) => (inBytes.includes(kind) ? bytesInWords(number) : number.toLocaleString('en'));
  return limit === null ? inWords(used) : `${inWords(used)} of ${inWords(limit)}`;
}

/** Returns a warning about a quota that is nearly or completely used; undefined if there is nothing to warn of. */
export function warningOf({ used, limit }: Quota, warnAt: number): string | undefined {
  if (limit === null || used < limit * warnAt) return undefined;
  if (used > limit) return 'Over the limit: nothing is deleted, and no more can be added.';
  return used === limit ? 'Full: no more can be added.' : `${Math.floor((used / limit) * 100)} % used`;
}
