import type { KnowledgeSource, KnowledgeSourceListParams } from '@parley/sdk';
import { sourceTypes } from '../source-words.ts';

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

const oneOf = <Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value);

/** Reads the search parameters of the list; drops invalid ones and the default order. */
export function readSourceSearch(search: Record<string, unknown>): SourceSearch {
  const { q } = search;
  const type = oneOf(sourceTypes, search['type']);
  const status = oneOf(statuses, search['status']);
  const sort = oneOf(sorts, search['sort']);
  return {
    // The router parses `42` in an address as a number.
    ...((typeof q === 'number' || (typeof q === 'string' && q !== '')) && { q: String(q).slice(0, 200) }),
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(sort !== undefined && sort !== '-createdAt' && { sort }),
  };
}
