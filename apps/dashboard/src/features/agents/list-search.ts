import type { AgentListParams } from '@parley/sdk';

/** The sort orders, as the API names them. */
export const sorts = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const;

/** The search parameters of the list. */
export interface AgentSearch {
  q?: string;
  status?: 'active' | 'inactive';
  model?: string;
  sort?: NonNullable<AgentListParams['sort']>;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined);

/** Reads the search parameters of the list and drops invalid ones. */
export function readAgentSearch(search: Record<string, unknown>): AgentSearch {
  const status = search['status'];
  const sort = sorts.find((each) => each === search['sort']);
  const q = text(search['q'])?.slice(0, 200);
  const model = text(search['model'])?.slice(0, 200);
  return {
    ...(q !== undefined && { q }),
    ...((status === 'active' || status === 'inactive') && { status }),
    ...(model !== undefined && { model }),
    ...(sort !== undefined && sort !== '-createdAt' && { sort }),
  };
}
