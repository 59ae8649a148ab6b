import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { maxOffered, PickToAdd, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';

/** A field that picks an agent of a workspace, except for those that are taken. */
export function AgentPicker(props: {
  label: string;
  /** Shown if all agents are taken. */
  nothingLeft: string;
  workspaceId: string;
  taken: readonly string[];
  isPending?: boolean;
  onPick: (agentId: string) => void;
}) {
  const { label, nothingLeft, workspaceId, taken, isPending = false, onPick } = props;
  const search = useTypedSearch();
  const filter = { workspaceId, limit: maxOffered, sort: 'name', includeTotal: false } as const;
  const { data } = useQuery(queries.agents({ ...filter, ...(search.q !== '' && { q: search.q }) }));
  const free = data?.items.filter(({ _id }) => !taken.includes(_id)) ?? [];
  return (
    <PickToAdd
      label={label}
      search={search}
      offered={free.map(({ _id, name }) => ({ value: _id, label: name }))}
      nothing={{ left: nothingLeft, found: 'No such agent' }}
      isPending={isPending}
      onPick={onPick}
    />
  );
}
