import { present, type RawSearch, readId, readText, readWord } from '../../search-params.ts';
import type { EventFilters } from './event-queries.ts';

/** The search parameters of the log. `after` and `before` are days in the browser's time zone, both inclusive. */
export interface EventSearch {
  /** Everything that the user administers in the account, sign-ins too; otherwise the current workspace. */
  scope?: 'account';
  /** A group of types, such as `agents`. */
  group?: string;
  agent?: string;
  actor?: string;
  after?: string;
  before?: string;
}

/** Changes of the filters; undefined removes one. */
export type EventSearchChanges = { [Field in keyof EventSearch]?: EventSearch[Field] | undefined };

const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Reads the search parameters of the log; drops invalid ones. */
export const readEventSearch = ({ scope, group, agent, actor, after, before }: RawSearch): EventSearch =>
  present({
    scope: readWord(['account'] as const, scope),
    group: readText(group, 40),
    agent: readId('agent', agent),
    actor: readText(actor, 100),
    after: day(after),
    before: day(before),
  });

/** The start of a day (`2026-11-21`) in the browser's time zone, plus some days. */
function midnight(date: string, later: number): string {
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The filters as API parameters; `types` are those of the group. */
export const toEventFilters = (
  workspaceId: string,
  { scope, agent, actor, after, before }: EventSearch,
  types: string | undefined,
): EventFilters => ({
  ...(scope === undefined && { workspaceId }),
  ...(types !== undefined && types !== '' && { types }),
  ...(agent !== undefined && { agentId: agent }),
  ...(actor !== undefined && { actor }),
  ...(after !== undefined && { createdAfter: midnight(after, 0) }),
  ...(before !== undefined && { createdBefore: midnight(before, 1) }),
});

/** True if a filter is set. */
export const isFiltered = ({ scope: _, ...search }: EventSearch): boolean => Object.keys(search).length > 0;

/** The address of a download of the log with these filters. */
export const eventExport = (filters: EventFilters, format: 'jsonl' | 'csv'): string =>
  `/api/events/export?${new URLSearchParams([['format', format], ...Object.entries(filters).map(([name, value]) => [name, String(value)])])}`;
