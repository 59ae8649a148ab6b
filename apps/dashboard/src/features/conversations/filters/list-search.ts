import type { ConversationListParams, View as SavedView } from '@parley/sdk';
import { fieldLimits } from '../../../api/field-limits.ts';
import { present, type RawSearch, readId, readText, readWord } from '../../../search-params.ts';
import { type FoundSearch, readFoundSearch } from './found-search.ts';

export const statuses = ['open', 'human', 'closed'] as const;
export const ratings = ['positive', 'negative'] as const;
export const trials = ['with', 'only'] as const;
export const sorts = ['-lastMessageAt', 'lastMessageAt', '-createdAt', 'createdAt'] as const;

/** The built-in views of the list besides the view of all conversations. */
export const views = ['waiting', 'mine', 'unassigned', 'resting', 'failed', 'negative'] as const;
export type View = (typeof views)[number];

/** The search parameters of the list. `after` and `before` are days in the browser's time zone, both inclusive. */
export interface ConversationSearch {
  view?: View;
  /** The ID of a saved view, which then is the view. */
  saved?: string;
  q?: string;
  agent?: string;
  channel?: string;
  status?: (typeof statuses)[number];
  user?: string;
  rating?: (typeof ratings)[number];
  tag?: string;
  /** Trials of the playground: with others or alone. Without it, none are listed. */
  playground?: (typeof trials)[number];
  after?: string;
  before?: string;
  sort?: (typeof sorts)[number];
}

/** The search parameters of the inbox: those of the list, and those of the conversation beside it. */
export type InboxSearch = ConversationSearch & FoundSearch;

/** Changes of the filters; undefined removes one. */
export type ConversationSearchChanges = { [Field in keyof ConversationSearch]?: ConversationSearch[Field] | undefined };

const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Reads the search parameters of the list; drops invalid ones and the default order. */
export function readConversationSearch(search: RawSearch): ConversationSearch {
  const sort = readWord(sorts, search['sort']);
  const saved = readId('view', search['saved']);
  return present({
    view: saved === undefined ? readWord(views, search['view']) : undefined,
    saved,
    q: readText(search['q']),
    agent: readId('agent', search['agent']),
    channel: readId('channel', search['channel']),
    status: readWord(statuses, search['status']),
    user: readText(search['user']),
    rating: readWord(ratings, search['rating']),
    tag: readText(search['tag'], fieldLimits.tag),
    playground: readWord(trials, search['playground']),
    after: day(search['after']),
    before: day(search['before']),
    sort: sort === '-lastMessageAt' ? undefined : sort,
  });
}

/** Reads the search parameters of the inbox. */
export const readInboxSearch = (search: RawSearch): InboxSearch => ({
  ...readConversationSearch(search),
  ...readFoundSearch(search),
});

/** The same list with another conversation, or with none. */
export const keepList =
  (found: FoundSearch = {}) =>
  (search: InboxSearch): InboxSearch => {
    const { message: _, find: __, ...list } = search;
    return { ...list, ...found };
  };

/** Filters of each view. */
const ofView = {
  waiting: { waiting: true, snoozed: false },
  mine: { assignee: 'me', snoozed: false },
  unassigned: { waiting: true, assignee: 'none' },
  resting: { snoozed: true },
  failed: { failed: true },
  negative: { rating: 'negative' },
} as const satisfies Record<View, Partial<ConversationListParams>>;

/** The filters as API parameters, on top of those of a saved view. */
export function toFilters(
  workspaceId: string,
  { view, q, agent, channel, status, user, rating, tag, playground, after, before }: ConversationSearch,
  saved: SavedView['filters'] = { playground: false },
): Omit<ConversationListParams, 'sort'> {
  const { sort: _, playground: ofSaved, ...kept } = saved;
  const trials = playground === undefined ? ofSaved : playground === 'only' || undefined;
  return {
    workspaceId,
    ...kept,
    ...(view !== undefined && ofView[view]),
    ...(q !== undefined && { q }),
    ...(agent !== undefined && { agentId: agent }),
    ...(channel !== undefined && { channelId: channel }),
    ...(status !== undefined && { status }),
    ...(user !== undefined && { userId: user }),
    ...(rating !== undefined && { rating }),
    ...(tag !== undefined && { tag }),
    ...(trials !== undefined && { playground: trials }),
    ...(after !== undefined && { createdAfter: midnight(after, 0) }),
    ...(before !== undefined && { createdBefore: midnight(before, 1) }),
  };
}

/** The start of a day (`2026-11-21`) in the browser's time zone, plus some days. */
function midnight(date: string, later: number): string {
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The download URL of an export with these filters. */
export function exportAddress(filters: ReturnType<typeof toFilters>, format: 'jsonl' | 'csv'): string {
  const given = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return `/api/conversations/export?${new URLSearchParams([['format', format], ...given])}`;
}

/** True if any filter is set, apart from the view and the trials. */
export const isFiltered = ({ sort: _, view: __, saved: ___, playground, ...filters }: ConversationSearch): boolean =>
  playground === 'only' || Object.values(filters).some((value) => value !== undefined);

/** The number of filters that are set beside the search. */
export const filtersIn = ({ sort: _, view: __, saved: ___, q: ____, ...filters }: ConversationSearch): number =>
  Object.values(filters).filter((value) => value !== undefined).length;

/** The filters, and a callback that changes them. */
export interface Filters {
  readonly search: ConversationSearch;
  readonly onChange: (changes: ConversationSearchChanges) => void;
}
