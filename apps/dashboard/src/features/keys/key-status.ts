import type { ApiKey } from '@parley/sdk';

/** The lists of keys, by status; the first is the default. */
export const keyStatuses: readonly { readonly value: ApiKey['status']; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

/** The search parameters of the page of keys. */
export interface KeySearch {
  status?: Exclude<ApiKey['status'], 'active'>;
}

/** Reads the status from the address; an unknown one counts as `active`, which the address leaves out. */
export const readKeySearch = ({ status }: Record<string, unknown>): KeySearch =>
  status === 'expired' || status === 'revoked' ? { status } : {};
