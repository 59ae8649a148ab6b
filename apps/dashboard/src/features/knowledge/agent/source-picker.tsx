import { useInfiniteQuery } from '@tanstack/react-query';
import { knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { maxOffered, PickToAdd, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';
import { typeFacts } from '../source-words.ts';

/** A field that picks a source which the agent doesn't have yet. */
export function SourcePicker(props: {
  workspaceId: string;
  taken: readonly string[];
  isPending: boolean;
  onPick: (sourceId: string) => void;
}) {
  const { workspaceId, taken, isPending, onPick } = props;
  const search = useTypedSearch();
  const filter = { workspaceId, limit: maxOffered, sort: 'name', ...(search.q !== '' && { q: search.q }) } as const;
  const { data } = useInfiniteQuery(knowledgeQueries.list(filter));
  const free = data?.items.filter(({ _id }) => !taken.includes(_id)) ?? [];
  return (
    <PickToAdd
      label="Attach a source"
      search={search}
      offered={free.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${typeFacts[type].label})` }))}
      nothing={{ left: 'The agent has every source', found: 'No such source' }}
      isPending={isPending}
      onPick={onPick}
    />
  );
}
