import type { Place, Presence } from '../../schemas/conversations/presence.ts';
import type { Sign } from './store.ts';

/** The time after which a sign of presence counts no more, in ms. */
export const lifetime = 15_000;

/** Max people of one conversation, and max conversations, that a process keeps; it ignores those beyond. */
const mostPeople = 20;
const mostConversations = 10_000;

/** The visitor of a conversation: there is one. */
export const visitor = 'visitor';

interface Kept extends Sign {
  /** The turn of the board at which it came. */
  readonly turn: number;
}

interface Room {
  readonly workspace: string;
  readonly signs: Map<string, Kept>;
}

/** Returns who is in a conversation, as one side sees it: a visitor sees only that a person is typing. */
export function shownTo(isVisitor: boolean, { people, ...presence }: Presence): Presence {
  if (!isVisitor) return { people, ...presence };
  const isTyping = people.some(({ typing }) => typing);
  return { ...presence, people: isTyping ? [{ user: 'person', name: '', typing: true }] : [], visitor: null };
}

/** Creates the memory of who is in which conversation. Its methods return whether others see a difference. */
export function createBoard() {
  const rooms = new Map<string, Room>();
  let turn = 0;

  const remove = (conversation: string, who: string): boolean => {
    const room = rooms.get(conversation);
    const isRemoved = room?.signs.delete(who) === true;
    if (room?.signs.size === 0) rooms.delete(conversation);
    return isRemoved;
  };

  const isFull = ({ signs }: Room, { who }: Sign): boolean => {
    if (signs.size === 0) return rooms.size >= mostConversations;
    return who !== visitor && signs.size - (signs.has(visitor) ? 1 : 0) >= mostPeople;
  };

  const put = ({ conversation, workspace }: Place, sign: Sign): boolean => {
    const room = rooms.get(conversation) ?? { workspace, signs: new Map<string, Kept>() };
    const before = room.signs.get(sign.who);
    if (before === undefined && isFull(room, sign)) return false;
    turn += 1;
    room.signs.set(sign.who, { ...sign, turn });
    rooms.set(conversation, room);
    return before?.typing !== sign.typing || before.name !== sign.name;
  };

  return {
    put,
    remove,
    isEmpty: () => rooms.size === 0,
    /** The number of the latest change, for `replace`. */
    turn: () => turn,
    find: (conversation: string, who: string): Sign | undefined => rooms.get(conversation)?.signs.get(who),
    /** Removes what counts no more; returns where others see a difference. */
    expire: (now: number): readonly Place[] => {
      const changed: Place[] = [];
      for (const [conversation, { workspace, signs }] of rooms) {
        const past = [...signs.values()].filter(({ until }) => until <= now);
        for (const { who } of past) remove(conversation, who);
        if (past.length > 0) changed.push({ conversation, workspace });
      }
      return changed;
    },
    /**
     * Replaces what is known of workspaces by what was read after the turn `since`; later signs stay. Returns where
     * others see a difference.
     */
    replace: (workspaces: ReadonlySet<string>, read: readonly (Place & Sign)[], since: number): readonly Place[] => {
      const isRead = new Set(read.map(({ conversation, who }) => `${conversation} ${who}`));
      const gone = [...rooms]
        .filter(([, { workspace }]) => workspaces.has(workspace))
        .flatMap(([conversation, { workspace, signs }]) =>
          [...signs.values()].map(({ who, turn: came }) => ({ conversation, workspace, who, came })),
        )
        .filter(({ conversation, who, came }) => came <= since && !isRead.has(`${conversation} ${who}`));
      const changed = new Map<string, Place>();
      for (const { conversation, workspace, who } of gone) {
        if (remove(conversation, who)) changed.set(conversation, { conversation, workspace });
      }
      for (const { conversation, workspace, ...sign } of read) {
        const known = rooms.get(conversation)?.signs.get(sign.who);
        if (known !== undefined && known.turn > since) continue;
        const place = { conversation, workspace };
        if (put(place, sign)) changed.set(conversation, place);
      }
      return [...changed.values()];
    },
    /** The conversations of a workspace in which anyone is, at most `most`. */
    within: (workspace: string, most: number): readonly string[] => {
      const found: string[] = [];
      for (const [conversation, room] of rooms) {
        if (room.workspace === workspace) found.push(conversation);
        if (found.length === most) break;
      }
      return found;
    },
    /** The people in a conversation, as a member sees them. */
    view: (conversation: string): Presence => {
      const signs = [...(rooms.get(conversation)?.signs.values() ?? [])];
      const seen = signs.find(({ who }) => who === visitor);
      const people = signs
        .filter(({ who }) => who !== visitor)
        .map(({ who, name, typing }) => ({ user: who, name, typing }))
        .sort((one, other) => (one.user < other.user ? -1 : 1));
      return { conversation, people, visitor: seen === undefined ? null : { typing: seen.typing } };
    },
  };
}
