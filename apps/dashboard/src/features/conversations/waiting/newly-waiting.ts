import type { ListedConversation } from '@parley/sdk';

/** A conversation that waits. */
export type Waiting = Pick<ListedConversation, '_id' | 'takenBy' | 'unread' | 'lastMessage'>;

/** Result of reading the list of waiting conversations. */
export interface Found<Each extends Waiting> {
  readonly items: readonly Each[];
  /** True if that is all of the list. */
  readonly isAll: boolean;
  /** The user. */
  readonly me: string;
  /** The conversations that a visible tab shows. */
  readonly shown: ReadonlySet<string>;
}

/**
 * Returns the conversations to tell the user of: unread ones that no person has taken over, or that the user has and
 * whose last message is the visitor's. Notes them in `told`, and forgets there what no longer waits, so that each is
 * told once until it is answered.
 */
export function newlyWaiting<Each extends Waiting>(
  told: Set<string>,
  { items, isAll, me, shown }: Found<Each>,
): Each[] {
  const ids = new Set(items.map(({ _id }) => _id));
  if (isAll) for (const id of told) if (!ids.has(id)) told.delete(id);
  const concerns = ({ takenBy, lastMessage }: Waiting) =>
    takenBy === null || (takenBy === me && lastMessage?.role === 'user');
  const found = items.filter(
    (each) => each.unread === true && concerns(each) && !shown.has(each._id) && !told.has(each._id),
  );
  for (const { _id } of found) told.add(_id);
  return found;
}
