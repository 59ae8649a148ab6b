import { pollOf } from '../../replies/batched-publisher.ts';
import type { Bus } from '../../replies/relay.ts';
import type { Place, Presence, PresenceChange } from '../../schemas/conversations/presence.ts';
import type { Database } from '../../storage/database.ts';
import { createBoard, lifetime, shownTo } from './board.ts';
import { readSign, type ToldSign, toldSign } from './signs.ts';
import * as store from './store.ts';

/** The channel that tells other processes each sign; best effort, since the next one comes within seconds. */
const channel = 'parley_presence';

/** Interval in ms between looks for signs that count no more, and of reading those of other processes without a bus. */
const lookInterval = 1_000;

/** Max conversations of a workspace that its readers are told of in one interval. */
const mostTold = 50;

/** Dependencies of presence. */
export interface PresenceNeeds {
  readonly db: Database;
  readonly bus: Bus | undefined;
  readonly now: () => number;
  onError(error: unknown): void;
}

/**
 * Creates the knowledge of who is in which conversation. It lives in memory: with Redis, processes tell each other;
 * on PostgreSQL without Redis they read a table; one process alone needs neither.
 */
export function createPresence({ db, bus, now, onError }: PresenceNeeds) {
  const board = createBoard();
  /** The readers that follow a conversation, and those that watch a workspace. */
  const followers = new Map<string, Set<() => void>>();
  const watchers = new Map<string, Set<(change: PresenceChange) => void>>();
  /** The number of readers of a workspace in this process. */
  const readers = new Map<string, number>();
  /** The conversations that the readers of a workspace are told of next. */
  const pending = new Map<string, Set<string>>();
  const shares = db.engine === 'postgres' && bus === undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const changed = ({ conversation, workspace }: Place) => {
    for (const stir of followers.get(conversation) ?? []) stir();
    if (!watchers.has(workspace)) return;
    pending.set(workspace, (pending.get(workspace) ?? new Set()).add(conversation));
  };

  const changeOf = (conversation: string, workspace: string): PresenceChange => ({
    conversation,
    workspace,
    presence: JSON.stringify(board.view(conversation)),
  });

  /** Tells the readers of workspaces: gathered, since many people may come and go in one. */
  const tellPending = () => {
    for (const [workspace, conversations] of pending) {
      const told = [...conversations].slice(0, mostTold);
      for (const conversation of told) {
        conversations.delete(conversation);
        const change = changeOf(conversation, workspace);
        for (const tell of watchers.get(workspace) ?? []) tell(change);
      }
      if (conversations.size === 0) pending.delete(workspace);
    }
  };

  const poll = pollOf(async () => {
    const workspaces = [...readers.keys()];
    const since = board.turn();
    const signs = await store.read(db, workspaces, now());
    for (const place of board.replace(new Set(workspaces), signs, since)) changed(place);
  }, onError);

  const look = () => {
    for (const place of board.expire(now())) changed(place);
    tellPending();
    if (shares && readers.size > 0) poll();
    if (!board.isEmpty() || pending.size > 0 || (shares && readers.size > 0)) return;
    clearInterval(timer);
    timer = undefined;
  };
  const lookLater = () => {
    if (!closed) timer ??= setInterval(look, lookInterval).unref();
  };

  const keep = ({ conversation, workspace, here, ...sign }: ToldSign) => {
    const isNews = here
      ? board.put({ conversation, workspace }, { ...sign, until: now() + lifetime })
      : board.remove(conversation, sign.who);
    if (isNews) changed({ conversation, workspace });
    lookLater();
  };

  bus?.subscribe(channel, (text) => {
    const sign = text === undefined ? undefined : readSign(text);
    if (sign !== undefined) keep(sign);
  });

  const read = (workspace: string) => {
    readers.set(workspace, (readers.get(workspace) ?? 0) + 1);
    if (!shares) return;
    poll();
    lookLater();
  };
  const unread = (workspace: string) => {
    const left = (readers.get(workspace) ?? 1) - 1;
    if (left > 0) readers.set(workspace, left);
    else readers.delete(workspace);
  };

  return {
    /** The name of a person whose sign in a conversation is known. */
    nameIn: (conversation: string, who: string): string | undefined => board.find(conversation, who)?.name,
    /** Keeps a sign, and tells other processes. */
    tell: async (sign: ToldSign): Promise<void> => {
      keep(sign);
      bus?.publish(channel, toldSign(sign));
      if (!shares) return;
      const until = sign.here ? now() + lifetime : now();
      await db.write({ presence: store.put(db, sign, { ...sign, until }) });
    },
    /** The people in a conversation, as a visitor or a member sees them. */
    of: (conversation: string, isVisitor: boolean): Presence => shownTo(isVisitor, board.view(conversation)),
    /** Calls `stir` when the presence in a conversation may have changed, until the returned function is called. */
    follow: ({ conversation, workspace }: Place, stir: () => void): (() => void) => {
      const set = followers.get(conversation) ?? new Set();
      followers.set(conversation, set.add(stir));
      read(workspace);
      return () => {
        if (!set.delete(stir)) return;
        if (set.size === 0 && followers.get(conversation) === set) followers.delete(conversation);
        unread(workspace);
      };
    },
    /** Tells the presence in the conversations of workspaces now and as it changes, until the function is called. */
    watch: (workspaces: readonly string[], tell: (change: PresenceChange) => void): (() => void) => {
      for (const workspace of workspaces) {
        watchers.set(workspace, (watchers.get(workspace) ?? new Set()).add(tell));
        read(workspace);
        for (const conversation of board.within(workspace, mostTold)) tell(changeOf(conversation, workspace));
      }
      return () => {
        for (const workspace of workspaces) {
          const set = watchers.get(workspace);
          if (set?.delete(tell) !== true) continue;
          if (set.size === 0) watchers.delete(workspace);
          unread(workspace);
        }
      };
    },
    close: (): void => {
      closed = true;
      clearInterval(timer);
    },
  };
}
