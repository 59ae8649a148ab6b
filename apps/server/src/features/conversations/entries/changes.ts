import type { EntryData, EntryType } from '../../../schemas/entries.ts';
import type { Conversation } from '../schema.ts';
import type * as store from '../store.ts';

/** A change of a conversation and its event. If another change comes first, the decision is repeated. */
export type Change = store.Columns & {
  readonly type: ChangeEvent;
  /** Details of a handover, for its entry. */
  readonly handover?: EntryData;
};

/** The events of a changed conversation. */
type ChangeEvent = `conversation.${'updated' | 'closed' | 'reopened' | 'waiting' | 'taken_over' | 'released'}`;

/** The entry of each change. */
const types = {
  'conversation.updated': 'tagged',
  'conversation.closed': 'closed',
  'conversation.reopened': 'reopened',
  'conversation.waiting': 'handed_over',
  'conversation.taken_over': 'taken',
  'conversation.released': 'given_back',
} as const;

/** An entry of a change. */
interface Entered {
  readonly type: EntryType;
  readonly data: EntryData;
}

/** Returns what a change enters into its conversation: at most one entry, so each has a version of its own. */
export function entriesOf(before: Conversation, { type, tags, handover }: Change): readonly Entered[] {
  const taken = type === 'conversation.taken_over' && { from: before.takenBy };
  const data = { ...tagged(before.tags, tags), ...taken, ...handover };
  const isNone = type === 'conversation.updated' && Object.keys(data).length === 0;
  return isNone ? [] : [{ type: types[type], data }];
}

/** The tags that a change has added and removed; nothing if it has neither. */
function tagged(before: readonly string[], tags: readonly string[] = before): EntryData {
  const added = tags.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !tags.includes(tag));
  return added.length + removed.length > 0 ? { added, removed } : {};
}
