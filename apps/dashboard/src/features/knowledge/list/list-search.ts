import type { KnowledgeSource, KnowledgeSourceListParams } from '@parley/sdk';
import { present, type RawSearch, readText, readWord } from '../../../search-params.ts';
import { sourceTypes } from '../source-types.ts';

export const statuses = ['ready', 'queued', 'processing', 'failed'] as const;
export const sorts = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const;

/** The search parameters of the list. */
export interface SourceSearch {
  q?: string;
  type?: KnowledgeSource['type'];
  status?: KnowledgeSource['status'];
  sort?: NonNullable<KnowledgeSourceListParams['sort']>;
}

/** Changes of the filters; undefined removes one. */
export type SourceSearchChanges = { [Field in keyof SourceSearch]?: SourceSearch[Field] | undefined };

/** Reads the search parameters of the list; drops invalid ones and the default order. */
export function readSourceSearch(search: RawSearch): SourceSearch {
  const sort = readWord(sorts, search['sort']);
  return present({
    q: readText(search['q']),
    type: readWord(sourceTypes, search['type']),
    status: readWord(statuses, search['status']),
    sort: sort === '-createdAt' ? undefined : sort,
  });
}
