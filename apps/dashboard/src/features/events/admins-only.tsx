import { EmptyState } from '../../ui/lists/empty-state.tsx';

/** Stands in place of a page that only admins may see. */
export function AdminsOnly({ what }: { what: string }) {
  return (
    <EmptyState icon="lock" title="Only for admins">
      Ask an owner or admin of this workspace if you need {what}.
    </EmptyState>
  );
}
