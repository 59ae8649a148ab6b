import type { KnowledgeSource } from '@parley/sdk';
import { useSearch } from '@tanstack/react-router';
import { isBusy } from '../../../../api/queries/knowledge-queries.ts';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import type { PlaceSearch } from '../place-search.ts';
import { Chunks } from './chunks.tsx';
import { Collection } from './collection.tsx';
import { Documents } from './documents.tsx';

/** Content of a source: its documents, and the chunks of each. The address may name a place. */
export function ContentTab({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const place: PlaceSearch = useSearch({ from: '/signed-in/knowledge/$sourceId/', shouldThrow: false }) ?? {};
  const hasMany = ['website', 'qa', 'documents'].includes(source.type);
  if (source.version === 0 && source.type !== 'documents') return <Nothing source={source} />;
  const isPlaced = place.document !== undefined || place.chunk !== undefined;
  // A single document needs no list.
  if (!isPlaced && !hasMany && source.documentCount === 1)
    return <Chunks source={source} place={{}} mayWrite={mayWrite} />;
  return isPlaced ? (
    <Chunks
      key={place.document}
      source={source}
      place={place}
      mayWrite={mayWrite}
      hasList={hasMany || source.documentCount > 1}
    />
  ) : source.type === 'documents' ? (
    <Collection source={source} mayWrite={mayWrite} />
  ) : (
    <Documents source={source} mayWrite={mayWrite} />
  );
}

function Nothing({ source }: { source: KnowledgeSource }) {
  return (
    <EmptyState icon="book" title={isBusy(source) ? 'Not read yet' : 'Nothing here'}>
      {isBusy(source)
        ? 'Its documents and chunks appear here once it is read.'
        : 'There is no content yet: the first sync failed.'}
    </EmptyState>
  );
}
