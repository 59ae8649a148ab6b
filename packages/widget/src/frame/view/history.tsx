import type { ListedConversation } from '@parley/sdk';
import { useEffect, useRef } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import type { History, State } from '../conversation/state.ts';
import { spoken } from '../conversation/transcript.ts';
import { timeOf } from '../texts.ts';

interface HistoryListProps {
  readonly state: State;
  readonly history: History;
  readonly chat: Chat | undefined;
}

/** The visitor's conversations, newest first. Esc returns to the current one. */
export function HistoryList({ state, history: { items, cursor }, chat }: HistoryListProps) {
  const { texts } = state.settings;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector('button')?.focus();
    // The focus is in this list: what is shown next takes it.
    return () => void setTimeout(() => document.querySelector<HTMLElement>('textarea, [data-focus]')?.focus());
  }, []);
  return (
    <section
      ref={place}
      class="log"
      aria-label={texts.conversations}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise it would close the chat.
        event.preventDefault();
        chat?.hideHistory();
      }}
    >
      <div class="column history">
        <button type="button" class="quiet" onClick={() => chat?.hideHistory()}>
          {texts.back}
        </button>
        <h2>{texts.conversations}</h2>
        <ul>
          {items.map((item) => (
            <li key={item._id}>
              <Item {...{ item, state, chat }} />
            </li>
          ))}
        </ul>
        {cursor !== null && (
          <button type="button" class="quiet" onClick={() => chat?.showHistory()}>
            {texts.moreConversations}
          </button>
        )}
      </div>
    </section>
  );
}

/** One conversation: the title is the team's, so visitors see its latest text. */
function Item({ item, state, chat }: Pick<HistoryListProps, 'state' | 'chat'> & { item: ListedConversation }) {
  const { settings, transcript } = state;
  const { texts } = settings;
  const { _id: id, status, lastMessage, lastMessageAt, createdAt } = item;
  const isCurrent = transcript.conversation?._id === id;
  const text = spoken(lastMessage?.content ?? '').trim() || texts.noText;
  const mark = chat?.isUnread(item) ? texts.isUnread : status === 'closed' ? texts.isClosed : undefined;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      class={mark === texts.isUnread ? 'unread' : undefined}
      onClick={() => chat?.openConversation(id)}
    >
      <span class="text" dir="auto">
        {text}
      </span>
      <span class="about">
        <time dateTime={lastMessageAt ?? createdAt}>{timeOf(lastMessageAt ?? createdAt)}</time>
        {mark !== undefined && <b>{mark}</b>}
      </span>
    </button>
  );
}
