import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { maxOffered, PickToAdd, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';

/** A field that picks an agent which doesn't have the source yet. */
export function AgentPicker(props: {
  workspaceId: string;
  taken: readonly string[];
  isPending: boolean;
  onPick: (agentId: string) => void;
}) {
  const { workspaceId, taken, isPending, onPick } = props;
  const search = useTypedSearch();
  const filter = { workspaceId, limit: maxOffered, sort: 'name', includeTotal: false } as const;
  const { data } = useQuery(queries.agents({ ...filter, ...(search.q !== '' && { q: search.q }) }));
  const free = data?.items.filter(({ _id }) => !taken.includes(_id)) ?? [];
  return (
    <PickToAdd
      label="Attach to an agent"
      search={search}
      offered={free.map(({ _id, name }) => ({ value: _id, label: name }))}
      nothing={{ left: 'Every agent has it', found: 'No such agent' }}
      isPending={isPending}
      onPick={onPick}
    />
  );
}
