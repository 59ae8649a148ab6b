import type { Message } from '@parley/sdk';
import { ChatError, type StreamEvent } from './client.ts';
import { follow, readStored, type StoredPage } from './follow.ts';
import { newOutgoing, type Outgoing, ship, startTurn } from './outbox.ts';
import { openSession, type Session, type Visit, visitorChanged } from './session.ts';
import { canSend, initialState, type State, unreadAfter } from './state.ts';
import type { Storage } from './storage.ts';
import { withEvent, withMessage, withStored } from './transcript.ts';
import { backoff, newKey, pause } from './values.ts';

/** What the chat tells its surroundings. */
export interface Listener {
  onChange(state: State): void;
  /** The number of replies that nobody has seen. */
  onUnread(count: number): void;
  /** A message was sent, or a reply is complete. */
  onMessage(message: Message): void;
  onError(code: string, message: string): void;
}

/** The chat of one channel. */
export interface Chat {
  readonly state: () => State;
  update(part: Partial<State>): void;
  /** Starts the visit, or starts over as another visitor. Nothing of the former one stays on the screen. */
  visit(visit: Visit): void;
  send(content: string): void;
  resend(key: string): void;
  stop(): void;
  retry(id: string): void;
  rate(id: string, rating: 'positive' | 'negative' | null): void;
  startOver(): void;
  showEarlier(): void;
  setDraft(draft: string): void;
  setOpen(isOpen: boolean): void;
}

/** Codes after which there is no chat; any other failure is about one request. */
const refusals = new Set([
  ...['channel_not_found', 'channel_inactive', 'origin_not_allowed', 'rate_limited'],
  ...['invalid_identity', 'expired_identity', 'identity_required', 'invalid_visitor_token', 'expired_visitor_token'],
]);

/** Creates a chat without a visit. */
export function createChat(storage: Storage, listener: Listener): Chat {
  let state = initialState;
  let session: Session | undefined;
  let visit: Visit | undefined;
  /** Ends what belongs to the visit, and to the conversation. */
  let visiting = new AbortController();
  let following = new AbortController();
  let unread = 0;

  const update = (part: Partial<State>) => {
    state = { ...state, ...part };
    listener.onChange(state);
  };
  const conversation = () => session?.kept.conversation ?? null;

  /** Notes what was seen, and counts what wasn't. */
  const count = () => {
    const { messages } = state.transcript;
    if (session === undefined) return;
    const last = messages.findLast(({ status }) => status !== 'streaming');
    if (last !== undefined && (state.isOpen || session.kept.seen === null) && session.kept.seen !== last._id) {
      session.keep({ seen: last._id });
    }
    const now = state.isOpen ? 0 : unreadAfter(messages, session.kept.seen);
    if (now !== unread) listener.onUnread(now);
    unread = now;
  };

  const setOutgoing = (outgoing: readonly Outgoing[]) => {
    update({ outgoing });
    session?.keep({ unsent: outgoing.map(({ key, content, conversation }) => ({ key, content, conversation })) });
  };
  const withoutOutgoing = (key: string) => setOutgoing(state.outgoing.filter((each) => each.key !== key));

  const refuse = (code: string, message: string) => {
    following.abort();
    listener.onError(code, message);
    update({ phase: 'refused', refusal: code });
  };

  /** What a failed request means for the chat; returns whether that is said. */
  const fail = (error: unknown): boolean => {
    if (!(error instanceof ChatError)) throw error;
    if (error.code === visitorChanged) {
      begin();
      return true;
    }
    if (error.code !== 'rate_limited' && refusals.has(error.code)) {
      refuse(error.code, error.message);
      return true;
    }
    return false;
  };

  const onEvent = (event: StreamEvent) => {
    const before = state.transcript;
    const transcript = withEvent(before, event);
    if (transcript === before) return;
    update({ transcript });
    const { name, data } = event;
    if (name === 'conversation.deleted') startOver();
    if (name === 'message.completed') ended(data['message'] as Message);
    if (name === 'message.created' && (data['message'] as Message).role === 'human') ended(data['message'] as Message);
    if (!name.endsWith('.delta')) count();
  };
  const ended = (message: Message) => {
    if (message.role === 'user') return;
    listener.onMessage(message);
    update({ announcement: message.content });
  };
  const onStored = ({ messages, cursor }: StoredPage) => {
    const isFirst = state.resuming || state.transcript.messages.length === 0;
    update({
      transcript: withStored(state.transcript, messages),
      resuming: false,
      ...(isFirst && { earlier: cursor }),
    });
    const stored = new Set(state.transcript.messages.map(({ clientMessageId }) => clientMessageId));
    if (state.outgoing.some(({ key }) => stored.has(key))) {
      setOutgoing(state.outgoing.filter(({ key }) => !stored.has(key)));
    }
    count();
  };

  /** Follows a conversation until another one is, or the visit ends. */
  const followIt = (id: string) => {
    if (session === undefined) return;
    following.abort();
    following = new AbortController();
    const { signal } = following;
    const told = { onEvent, onStored, onConnection: (isConnected: boolean) => update({ isConnected }), signal };
    follow(session, id, told).catch((error: unknown) => {
      if (signal.aborted || fail(error)) return;
      // It isn't there any more, or not for this visitor.
      startOver();
    });
  };

  const deliver = async (outgoing: Outgoing) => {
    if (session === undefined) return;
    const { signal } = visiting;
    try {
      const onConnection = (isConnected: boolean) => update({ isConnected });
      const message = await ship(outgoing, { session, signal, onConnection });
      if (signal.aborted) return;
      // Not if the visitor has started over meanwhile.
      if (outgoing.conversation === conversation()) {
        update({ transcript: withMessage(state.transcript, message) });
        if (outgoing.conversation === null) {
          session.keep({ conversation: message.conversation, seen: message._id });
          followIt(message.conversation);
        }
      }
      withoutOutgoing(outgoing.key);
      listener.onMessage(message);
    } catch (error) {
      if (!signal.aborted) notDelivered(outgoing, error);
    }
  };
  const notDelivered = (outgoing: Outgoing, error: unknown) => {
    const { code = '', status = 0, message = '' } = error instanceof ChatError ? error : {};
    if (code === 'conversation_not_found' && outgoing.conversation !== null) {
      startOver();
      return send(outgoing.content);
    }
    if (code === 'conversation_closed') {
      withoutOutgoing(outgoing.key);
      const { conversation: closed } = state.transcript;
      if (closed !== undefined) {
        update({ transcript: { ...state.transcript, conversation: { ...closed, status: 'closed' } } });
      }
      return setDraft(outgoing.content);
    }
    const said = status === 429 ? message : undefined;
    if (said !== undefined) listener.onError(code, message);
    setOutgoing(state.outgoing.map((each) => (each.key === outgoing.key ? { ...each, state: 'failed' } : each)));
    fail(error);
    update({ notice: code === 'channel_limit_reached' ? said || state.settings.texts.limitReached : said });
  };

  const enter = async (signal: AbortSignal) => {
    for (let attempts = 0; visit !== undefined && !signal.aborted; attempts += 1) {
      try {
        const opened = await openSession(visit, storage);
        if (!signal.aborted) await show(opened);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ChatError)) throw error;
        const passes = error.passes || error.code === 'rate_limited';
        if (!passes) return refuse(error.code, error.message);
        if (attempts === 1 || error.code === 'rate_limited') update({ phase: 'refused', refusal: 'unreachable' });
        await pause(Math.max(error.retryAfter ?? 0, backoff(attempts)), signal);
      }
    }
  };
  const show = async (opened: Session) => {
    const { signal } = visiting;
    if (opened.verified && opened.kept.conversation === null) await findConversation(opened);
    if (signal.aborted) return;
    session = opened;
    const { kept, settings } = opened;
    const outgoing = kept.unsent.map((each) => ({ ...each, state: 'sending' as const }));
    update({
      ...{ phase: 'ready', settings, outgoing, resuming: kept.conversation !== null },
      draft: state.draft || kept.draft,
    });
    if (kept.conversation !== null) followIt(kept.conversation);
    for (const each of outgoing) await deliver(each);
  };

  const begin = () => {
    visiting.abort();
    following.abort();
    visiting = new AbortController();
    session = undefined;
    if (unread !== 0) listener.onUnread(0);
    unread = 0;
    const { isOpen, isPanel, isOnline, settings } = state;
    update({ ...initialState, isOpen, isPanel, isOnline, settings });
    void enter(visiting.signal);
  };
  const startOver = () => {
    following.abort();
    session?.keep({ conversation: null, seen: null, unsent: [] });
    const { phase, settings, isOpen, isPanel, isOnline, draft } = state;
    update({ ...initialState, phase, settings, isOpen, isPanel, isOnline, draft });
    count();
  };
  const send = (content: string) => {
    if (session === undefined || !canSend(state, content)) return;
    const outgoing = newOutgoing(content, conversation());
    update({ notice: undefined, draft: '', announcement: '' });
    session.keep({ draft: '' });
    setOutgoing([...state.outgoing, outgoing]);
    void deliver(outgoing);
  };
  const setDraft = (draft: string) => {
    update({ draft });
    session?.keep({ draft });
  };
  /** Does something that fails with a notice. */
  const attempt = async (task: (session: Session) => Promise<unknown>) => {
    if (session === undefined) return;
    const { signal } = visiting;
    try {
      update({ notice: undefined });
      await task(session);
    } catch (error) {
      if (signal.aborted || fail(error)) return;
      const { status = 0, message = '' } = error instanceof ChatError ? error : {};
      update({ notice: status === 0 ? state.settings.texts.unreachableTitle : message });
    }
  };

  return {
    state: () => state,
    update,
    visit: (next) => {
      visit = next;
      begin();
    },
    send,
    resend: (key) => {
      const outgoing = state.outgoing.find((each) => each.key === key);
      if (outgoing === undefined) return;
      update({ notice: undefined });
      const again = { ...outgoing, state: 'sending' as const };
      setOutgoing(state.outgoing.map((each) => (each.key === key ? again : each)));
      void deliver(again);
    },
    stop: () =>
      void attempt(({ ask }) => ask({ method: 'POST', path: `/api/conversations/${conversation()}/cancel`, body: {} })),
    retry: (id) =>
      void attempt((open) =>
        startTurn(open, { path: `/api/messages/${id}/retry`, body: { stream: true }, key: newKey() }),
      ),
    rate: (id, rating) =>
      void attempt(async ({ ask }) => {
        const rated = await ask({ method: 'PUT', path: `/api/messages/${id}/feedback`, body: { rating } });
        update({ transcript: withMessage(state.transcript, rated as unknown as Message) });
      }),
    startOver,
    showEarlier: () =>
      void attempt(async (open) => {
        const id = conversation();
        if (id === null || state.earlier === null) return;
        const { messages, cursor } = await readStored(open, id, state.earlier);
        if (id === conversation()) update({ transcript: withStored(state.transcript, messages), earlier: cursor });
      }),
    setDraft,
    setOpen: (isOpen) => {
      update({ isOpen });
      count();
    },
  };
}

/** A verified visitor's newest conversation, which may be from another device. */
async function findConversation(session: Session): Promise<void> {
  const { items } = await session.ask({ path: '/api/conversations?limit=1' });
  const [newest] = Array.isArray(items) ? (items as { _id: string; status: string }[]) : [];
  if (newest !== undefined && newest.status !== 'closed') session.keep({ conversation: newest._id });
}
