import type { Message } from '@parley/sdk';
import type { Chat } from './chat-controls.ts';
import { ChatError, type StreamEvent } from './conversation/client.ts';
import { createCore, type Listener } from './conversation/core.ts';
import { createDelivery } from './conversation/delivery.ts';
import { enter } from './conversation/enter.ts';
import { follow, readStored, type StoredPage } from './conversation/follow.ts';
import { createSubmit } from './conversation/form.ts';
import { isUnread, noteOthers, readHistory } from './conversation/history.ts';
import { noticeOf } from './conversation/notice.ts';
import { startTurn } from './conversation/outbox.ts';
import { createSendTranscript } from './conversation/send-transcript.ts';
import { isSamePerson, type Session, type Visit, visitorChanged } from './conversation/session.ts';
import { initialState, type State } from './conversation/state.ts';
import type { Kept, Storage } from './conversation/storage.ts';
import { repliesSince, spoken, withEvent, withMessage, withStored } from './conversation/transcript.ts';
import { newKey } from './conversation/values.ts';
import { createWishes } from './conversation/wishes.ts';

/** Codes after which there is no chat; any other failure is about one request. */
const endings = new Set([
  ...['channel_not_found', 'channel_inactive', 'origin_not_allowed'],
  ...['invalid_identity', 'expired_identity', 'identity_required', 'invalid_visitor_token', 'expired_visitor_token'],
]);

/** Time for which an announcement is in the live region, in ms: screen readers have taken it by then. */
const announcedFor = 1_000;

/** Creates a chat without a visit. */
export function createChat(storage: Storage, listener: Listener): Chat {
  const onChange = (state: State) => {
    listener.onChange(state);
    wishes.check();
  };
  const core = createCore(initialState, { ...listener, onChange });
  const { update, count } = core;
  let visit: Visit | undefined;
  let announcing: ReturnType<typeof setTimeout> | undefined;

  /** Handles a failure that ends the visit; returns whether it was one. */
  const fail = (error: unknown): boolean => {
    if (!(error instanceof ChatError)) throw error;
    if (error.code === visitorChanged) begin();
    else if (endings.has(error.code)) core.refuse(error.code, error.message);
    else return false;
    return true;
  };

  /** Says a text once: what stays in the live region is met again by those who browse the page. */
  const announce = (announcement: string) => {
    update({ announcement });
    clearTimeout(announcing);
    announcing = setTimeout(() => update({ announcement: '' }), announcedFor);
  };

  const hear = (message: Message) => {
    listener.onMessage(message);
    announce(spoken(message.content));
  };

  const onEvent = (event: StreamEvent) => {
    const before = core.state.transcript;
    const transcript = withEvent(before, event);
    if (transcript === before) return;
    update({ transcript });
    if (transcript.deleted) {
      // Perhaps with its channel: asking for a visit tells.
      startOver();
      return begin();
    }
    if (event.name === 'message.delta') return;
    const message = event.data['message'] as Message | undefined;
    const isNew = event.name === (message?.role === 'human' ? 'message.created' : 'message.completed');
    if (message !== undefined && isNew && message.role !== 'user') hear(message);
    count();
  };
  const onStored = ({ messages, cursor }: StoredPage) => {
    const isFirst = core.state.resuming || core.state.transcript.messages.length === 0;
    const before = core.state.transcript;
    const transcript = withStored(before, messages);
    update({ transcript, resuming: false, ...(isFirst && { earlier: cursor }) });
    // A reply may be complete before its events are followed, or while the connection is lost.
    if (!isFirst) for (const reply of repliesSince(before.messages, transcript.messages)) hear(reply);
    delivery.settle(new Set(transcript.messages.map(({ clientMessageId }) => clientMessageId)));
    count();
  };
  const latest = () => core.state.transcript.messages.at(-1);
  const onConnection = (isConnected: boolean) => update({ isConnected });

  /** Follows a conversation until another one is, or the visit ends. */
  const followIt = (id: string, onMissing?: () => void) => {
    if (core.session === undefined) return;
    core.following.abort();
    core.following = new AbortController();
    const { signal } = core.following;
    follow(core.session, id, { onEvent, onStored, onConnection, latest, signal }).catch((error: unknown) => {
      if (signal.aborted || fail(error)) return;
      // It isn't there any more, or not for this visitor.
      startOver();
      onMissing?.();
    });
  };

  const show = async (session: Session) => {
    const { kept, settings } = session;
    core.session = session;
    const outgoing = kept.unsent.map((each) => ({ ...each, state: 'sending' as const }));
    const resuming = kept.conversation !== null;
    const { form: answers } = session;
    const draft = core.state.draft || kept.draft;
    update({ phase: 'ready', refusal: '', settings, outgoing, resuming, answers, draft });
    if (kept.conversation !== null) followIt(kept.conversation);
    void noteOthers(core, session);
    // One after another: the first may start the conversation of the rest.
    for (const each of outgoing) await delivery.deliver(each);
  };
  const begin = () => {
    core.visiting.abort();
    core.following.abort();
    core.visiting = new AbortController();
    core.session = undefined;
    const { isOpen, isPanel, isOnline, isMuted, settings } = core.state;
    update({ ...initialState, isOpen, isPanel, isOnline, isMuted, settings });
    count();
    if (visit === undefined) return;
    void enter(core, visit, storage).then((session) => session && show(session));
  };
  const startOver = () => {
    const hasOthers = core.state.hasOthers || core.conversation !== null;
    leave({ conversation: null, unsent: [], startedOver: true }, { hasOthers });
  };
  /** Leaves a conversation for another one, or for none. */
  const leave = (kept: Partial<Kept>, part: Partial<State>) => {
    core.following.abort();
    core.session?.keep({ ...kept, seen: null });
    const { phase, settings, isOpen, isPanel, isOnline, isMuted, draft, answers } = core.state;
    update({ ...initialState, phase, settings, isOpen, isPanel, isOnline, isMuted, draft, answers, ...part });
    count();
  };
  const openConversation = (id: string) => {
    const { outgoing } = core.state;
    if (id === core.conversation) return hideHistory();
    if (outgoing.length > 0) return;
    leave({ conversation: id, startedOver: false }, { resuming: true, hasOthers: true });
    followIt(id, () => update({ notice: core.state.settings.texts.problem }));
  };
  const hideHistory = () => {
    update({ history: undefined });
    count();
  };
  const delivery = createDelivery(core, { follow: followIt, startOver, fail });
  const submit = createSubmit(core, followIt);
  let typedAt = 0;
  /** Tells the person who has the conversation, at most every 5 s, that the visitor is typing; at once that they stop. */
  const tellTyping = (typing: boolean) => {
    const { conversation } = core.state.transcript;
    if (conversation?.status !== 'human' || (typing ? Date.now() < typedAt + 5_000 : typedAt === 0)) return;
    typedAt = typing ? Date.now() : 0;
    const path = `/api/conversations/${conversation._id}/presence`;
    core.session?.ask({ method: 'POST', path, body: { typing } }).catch(() => undefined);
  };
  const setDraft = (draft: string) => {
    update({ draft });
    core.session?.keep({ draft });
    tellTyping(draft !== '');
  };
  const send = (content: string) => {
    delivery.send(content);
    tellTyping(core.state.draft !== '');
  };
  const wishes = createWishes(core, { send, setDraft, startOver });

  /** Does something that fails with a notice; returns what is wrong with fields. */
  const attempt = async (task: (session: Session) => Promise<unknown>): Promise<ChatError['details']> => {
    const { session, visiting } = core;
    if (session === undefined) return {};
    try {
      update({ notice: undefined });
      await task(session);
      return {};
    } catch (error) {
      if (visiting.signal.aborted || fail(error) || !(error instanceof ChatError)) return {};
      update({ notice: noticeOf(error, core.state.settings.texts) });
      return error.details;
    }
  };

  return {
    state: () => core.state,
    update,
    visit: (next) => {
      const isSame = core.session !== undefined && core.state.phase === 'ready' && isSamePerson(visit, next);
      visit = next;
      // A fresh identity of the same person is for when the token ends.
      if (isSame) core.session?.renewWith(next);
      else begin();
    },
    suspend: () => {
      visit = undefined;
      begin();
    },
    send,
    wish: (kind, text) => wishes[kind](text),
    forgetWishes: wishes.forget,
    resend: delivery.resend,
    submitForm: async (answers) => {
      const problems = await attempt((session) => submit(session, answers));
      return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path.replace(/^form\./, ''), text]));
    },
    sendTranscript: createSendTranscript(core, attempt),
    inside: { core, follow: followIt, attempt },
    context: () => core.context,
    setContext: (context) => {
      core.context = { ...core.context, ...context };
    },
    stop: () =>
      void attempt(({ ask }) =>
        ask({ method: 'POST', path: `/api/conversations/${core.conversation}/cancel`, body: {} }),
      ),
    retry: (id) =>
      void attempt((session) =>
        startTurn(session, { path: `/api/messages/${id}/retry`, body: { stream: true }, key: newKey() }),
      ),
    rate: (id, rating) =>
      void attempt(async ({ ask }) => {
        const rated = await ask({ method: 'PUT', path: `/api/messages/${id}/feedback`, body: { rating } });
        update({ transcript: withMessage(core.state.transcript, rated as unknown as Message) });
      }),
    startOver,
    showEarlier: () =>
      void attempt(async (session) => {
        const id = core.conversation;
        const { earlier } = core.state;
        if (id === null || earlier === null) return;
        const { messages, cursor } = await readStored(session, id, { cursor: earlier });
        if (id !== core.conversation) return;
        update({ transcript: withStored(core.state.transcript, messages), earlier: cursor });
      }),
    showHistory: () => void attempt((session) => readHistory(core, session)),
    hideHistory,
    isUnread: (conversation) => core.session !== undefined && isUnread(conversation, core.session.kept),
    openConversation,
    setDraft,
    setOpen: (isOpen) => {
      update({ isOpen });
      count();
    },
    noteVisibility: count,
  };
}
