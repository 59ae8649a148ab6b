import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { inboxQueries } from '../../../api/queries/inbox-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { toFilters } from '../filters/list-search.ts';

/** Sets the title of the browser's tab: `(3) Conversations · Parley` while three conversations wait for a person. */
export function useTabTitle(name: string): void {
  const { workspace } = useWorkspace();
  const { data: waiting = 0 } = useQuery(inboxQueries.count(toFilters(workspace._id, { view: 'waiting' })));
  useDocumentTitle(`${waiting === 0 ? '' : `(${waiting.toLocaleString('en')}) `}${name} · Parley`);
}
