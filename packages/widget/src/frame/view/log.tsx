import type { Message } from '@parley/sdk';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import { isAsked } from '../conversation/form.ts';
import { type State, writing } from '../conversation/state.ts';
import { VisitorForm } from './form.tsx';
import { Markdown } from './markdown.tsx';
import { Choices, Dots, StoredMessage, Unsent } from './message.tsx';

/** Maximum distance from the end at which the log follows, in pixels. */
const nearEnd = 80;

/** The messages. The app announces finished messages; the log itself is silent while it grows. */
export function Log({ state, chat }: { state: State; chat: Chat | undefined }) {
  const { settings, transcript, outgoing, earlier, resuming } = state;
  const { texts } = settings;
  const place = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const messages = withoutRetried(transcript.messages);
  const keys = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  const unsent = outgoing.filter(({ key }) => !keys.has(key));
  const last = messages.at(-1);
  const isAwaited =
    unsent.length === 0 && last?.role === 'user' && transcript.conversation?.turn != null && !writing(transcript);
  // The visitor's own message is always followed.
  if (unsent.some(({ state }) => state === 'sending')) follows.current = true;
  useLayoutEffect(() => {
    const { current } = place;
    if (current !== null && follows.current) current.scrollTop = current.scrollHeight;
  });
  const isEmpty = messages.length === 0 && unsent.length === 0 && !resuming;
  const form = isAsked(state) && transcript.conversation?.status !== 'closed' ? settings.form : undefined;
  return (
    <div
      ref={place}
      class="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={texts.conversation}
      aria-busy={resuming}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        follows.current = scrollTop + clientHeight >= scrollHeight - nearEnd;
      }}
    >
      <div class="column">
        {earlier !== null && (
          <button type="button" class="quiet" onClick={() => chat?.showEarlier()}>
            {texts.earlier}
          </button>
        )}
        {settings.greeting !== '' && earlier === null && !resuming && (
          <div class="message reply">
            <div class="bubble">
              <Markdown text={settings.greeting} texts={texts} />
            </div>
          </div>
        )}
        {resuming && <p class="note centre">{texts.loading}</p>}
        {messages.map((message, index) => (
          <StoredMessage
            key={message._id}
            {...{ message, settings, chat }}
            isLast={index === messages.length - 1 && unsent.length === 0}
            isOpen={form === undefined && transcript.conversation?.status !== 'closed'}
          />
        ))}
        {unsent.map((each) => (
          <Unsent key={each.key} outgoing={each} settings={settings} chat={chat} />
        ))}
        {(isAwaited || transcript.isTyped) && (
          <div class="message reply">
            <div class="bubble">
              <Dots label={texts.typing} />
            </div>
          </div>
        )}
        {form !== undefined && <VisitorForm {...{ state, chat, form }} />}
        {isEmpty && form === undefined && (
          <Choices texts={settings.suggestions} label={texts.suggestions} chat={chat} />
        )}
      </div>
    </div>
  );
}

/** Without the replies that were tried again. */
function withoutRetried(messages: readonly Message[]): readonly Message[] {
  const lastReplies = new Map(messages.flatMap(({ replyTo, _id }) => (replyTo === null ? [] : [[replyTo, _id]])));
  return messages.filter(
    ({ replyTo, status, _id }) =>
      replyTo === null || lastReplies.get(replyTo) === _id || (status !== 'failed' && status !== 'cancelled'),
  );
}
