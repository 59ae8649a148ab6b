import { EmptyState } from '../../ui/lists/empty-state.tsx';

/** A log without events. */
export function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No event matches">
      Nothing of the last 90 days matches these filters.
    </EmptyState>
  ) : (
    <EmptyState icon="text" title="No events yet">
      Every change of this workspace appears here: of agents, knowledge, conversations, keys and members.
    </EmptyState>
  );
}
