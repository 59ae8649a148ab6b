import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { Satisfaction } from '../../../schemas/conversations/satisfaction.ts';
import type { EntryData, EntryType, NoteEvent } from '../../../schemas/entries.ts';
import type * as store from '../store.ts';

/** A change of a conversation and its event. If another change comes first, the decision is repeated. */
export type Change = store.Columns & {
  /** The entry, if the change alone doesn't tell it. */
  readonly entry?: { readonly type?: EntryType; readonly data: EntryData };
} & (
    | { readonly type: StateEvent; readonly note?: undefined }
    | { readonly type: NoteEvent; readonly note: string }
    | { readonly type: 'conversation.rated'; readonly note?: undefined; readonly satisfaction: Satisfaction }
  );

/** The events of a changed conversation, without those of a note that is written along. */
type StateEvent =
  `conversation.${'updated' | 'assigned' | 'closed' | 'reopened' | 'waiting' | 'taken_over' | 'released'}`;

/** The entry of each change. A note is an entry itself, and an answer of the visitor has one that may be there already. */
const types: Partial<Record<Change['type'], EntryType>> = {
  'conversation.updated': 'tagged',
  'conversation.assigned': 'assigned',
  'conversation.closed': 'closed',
  'conversation.reopened': 'reopened',
  'conversation.waiting': 'handed_over',
  'conversation.taken_over': 'taken',
  'conversation.released': 'given_back',
};

/** An entry of a change. */
interface Entered {
  readonly type: EntryType;
  readonly data: EntryData;
}

/** Returns what a change enters into its conversation: at most one entry, so each has a version of its own. */
export function entriesOf(before: Conversation, { type, tags, entry, ...change }: Change): readonly Entered[] {
  if (entry?.type !== undefined) return [{ type: entry.type, data: entry.data }];
  const taken = type === 'conversation.taken_over' && { from: before.takenBy };
  const { assignee, team, snoozedUntil } = change;
  const data = {
    ...tagged(before.tags, tags),
    ...taken,
    ...entry?.data,
    ...(type === 'conversation.assigned' && assignee !== undefined && { assignee }),
    ...(type === 'conversation.assigned' && team !== undefined && { team }),
    ...(snoozedUntil != null && { snoozedUntil: new Date(snoozedUntil).toISOString() }),
  };
  const isNone = type === 'conversation.updated' && Object.keys(data).length === 0;
  const isRest = type === 'conversation.updated' && snoozedUntil != null;
  const entered = isRest ? 'snoozed' : types[type];
  return isNone || entered === undefined ? [] : [{ type: entered, data }];
}

/** The tags that a change has added and removed; nothing if it has neither. */
function tagged(before: readonly string[], tags: readonly string[] = before): EntryData {
  const added = tags.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !tags.includes(tag));
  return added.length + removed.length > 0 ? { added, removed } : {};
}
