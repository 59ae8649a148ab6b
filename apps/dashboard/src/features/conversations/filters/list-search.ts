import type { ConversationListParams } from '@parley/sdk';
import { fieldLimits } from '../../../api/field-limits.ts';
import { present, type RawSearch, readId, readText, readWord } from '../../../search-params.ts';
import { createStore } from '../../../ui/loading/store.ts';

export const statuses = ['open', 'human', 'closed'] as const;
export const ratings = ['positive', 'negative'] as const;
export const trials = ['only', 'without'] as const;
export const sorts = ['-lastMessageAt', 'lastMessageAt', '-createdAt', 'createdAt'] as const;

/** The saved views of the list besides the view of all conversations. */
export const views = ['waiting', 'mine', 'failed', 'negative'] as const;
export type View = (typeof views)[number];

/** The search parameters of the list. `after` and `before` are days in the browser's time zone, both inclusive. */
export interface ConversationSearch {
  view?: View;
  q?: string;
  agent?: string;
  channel?: string;
  status?: (typeof statuses)[number];
  user?: string;
  rating?: (typeof ratings)[number];
  tag?: string;
  /** Trials of the playground. */
  playground?: (typeof trials)[number];
  after?: string;
  before?: string;
  sort?: (typeof sorts)[number];
}

/** The last state of the list; the back link of a conversation restores it. */
export const lastSearch = createStore<ConversationSearch>({});

/** Changes of the filters; undefined removes one. */
export type ConversationSearchChanges = { [Field in keyof ConversationSearch]?: ConversationSearch[Field] | undefined };

const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Reads the search parameters of the list; drops invalid ones and the default order. */
export function readConversationSearch(search: RawSearch): ConversationSearch {
  const sort = readWord(sorts, search['sort']);
  return present({
    view: readWord(views, search['view']),
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

/** Filters of each view. */
const ofView = {
  waiting: { waiting: true },
  mine: { takenBy: 'me' },
  failed: { failed: true },
  negative: { rating: 'negative' },
} as const satisfies Record<View, Partial<ConversationListParams>>;

/** The filters as API parameters. */
export function toFilters(
  workspaceId: string,
  { view, q, agent, channel, status, user, rating, tag, playground, after, before }: ConversationSearch,
): Omit<ConversationListParams, 'sort'> {
  return {
    workspaceId,
    ...(view !== undefined && ofView[view]),
    ...(q !== undefined && { q }),
    ...(agent !== undefined && { agentId: agent }),
    ...(channel !== undefined && { channelId: channel }),
    ...(status !== undefined && { status }),
    ...(user !== undefined && { userId: user }),
    ...(rating !== undefined && { rating }),
    ...(tag !== undefined && { tag }),
    ...(playground !== undefined && { playground: playground === 'only' }),
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

/** True if any filter is set, apart from the view. */
export const isFiltered = ({ sort: _, view: __, ...filters }: ConversationSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** The filters, and a callback that changes them. */
export interface Filters {
  readonly search: ConversationSearch;
  readonly onChange: (changes: ConversationSearchChanges) => void;
}
