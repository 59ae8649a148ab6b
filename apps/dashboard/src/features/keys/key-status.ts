import type { ApiKey, Scope } from '@parley/sdk';
import type { RawSearch } from '../../search-params.ts';
import { readScopes } from './scopes.ts';

/** The lists of keys, by status; the first is the default. */
export const keyStatuses: readonly { readonly value: ApiKey['status']; readonly label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

/** The search parameters of the page of keys. */
export interface KeySearch {
  status?: Exclude<ApiKey['status'], 'active'>;
  /** Only the user's own keys, for those who see others. */
  mine?: true;
  /** Opens the dialog for a new key with these scopes, separated by commas. */
  scopes?: string;
}

/** Reads the parameters from the address. Defaults and unknown values are left out. */
export const readKeySearch = ({ status, mine, scopes }: RawSearch): KeySearch => ({
  ...((status === 'inactive' || status === 'expired' || status === 'revoked') && { status }),
  ...(mine === true && { mine }),
  ...(typeof scopes === 'string' && { scopes: writeScopes(readScopes(scopes)) }),
});

/** The value of `scopes` in the address. */
export const writeScopes = (scopes: readonly Scope[]): string => [...new Set(scopes)].join(',');
