import type { AgentListParams } from '@parley/sdk';
import { present, type RawSearch, readText, readWord } from '../../../search-params.ts';

/** The sort orders, as the API names them. */
export const sorts = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const;

/** The search parameters of the list. */
export interface AgentSearch {
  q?: string;
  status?: 'active' | 'inactive';
  model?: string;
  sort?: NonNullable<AgentListParams['sort']>;
}

/** Reads the search parameters of the list and drops invalid ones. */
export function readAgentSearch(search: RawSearch): AgentSearch {
  const sort = readWord(sorts, search['sort']);
  return present({
    q: readText(search['q']),
    status: readWord(['active', 'inactive'], search['status']),
    model: readText(search['model']),
    sort: sort === '-createdAt' ? undefined : sort,
  });
}
