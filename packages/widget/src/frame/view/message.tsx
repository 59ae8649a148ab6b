import { readQuickReplies } from '@parley/markdown/quick-replies';
import { quoteParts } from '@parley/markdown/quote-links';
import type { Citation, Message } from '@parley/sdk';
import type { Chat } from '../chat-controls.ts';
import type { Outgoing } from '../conversation/outbox.ts';
import type { Settings } from '../settings.ts';
import { fill } from '../texts.ts';
import { Icon } from './icons.tsx';
import { Markdown } from './markdown.tsx';

interface ReplyProps {
  readonly message: Message;
  readonly settings: Settings;
  readonly chat: Chat | undefined;
  /** True if it is the last message: only that one can be retried. */
  readonly isLast: boolean;
  /** True if the conversation takes a message now. */
  readonly isOpen: boolean;
}

/** A stored message of the visitor, of the agent, or of a person who took over. */
export function StoredMessage(props: ReplyProps) {
  const { message, settings, chat, isLast, isOpen } = props;
  if (message.role === 'user') return <Own content={message.content} label={settings.texts.you} />;
  const { text, replies } = readContent(message);
  const isActive = isLast && isOpen && message.status === 'complete';
  return (
    <div class={`message reply ${message.role}`}>
      <div class="who">
        {message.role === 'human' ? (
          <span class="person">{settings.texts.person}</span>
        ) : (
          <span class="unseen">{settings.title}</span>
        )}
      </div>
      {(text !== '' || message.status === 'streaming') && (
        <div class="bubble">
          {text === '' ? <Dots label={settings.texts.typing} /> : <Markdown text={text} texts={settings.texts} />}
        </div>
      )}
      {isActive && <Choices texts={replies} label={settings.texts.quickReplies} chat={chat} />}
      {settings.citations && message.citations.length > 0 && <Sources {...props} />}
      <Ending {...props} />
      {settings.feedback && message.role === 'assistant' && message.status === 'complete' && <Rating {...props} />}
    </div>
  );
}

/** The text of a reply and its quick replies; a person's text is as it is. */
function readContent({ content, role, status }: Message) {
  return role === 'assistant' ? readQuickReplies(content, status === 'streaming') : { text: content, replies: [] };
}

/** Texts that the visitor sends by a click. */
export function Choices({ texts, label, chat }: { texts: readonly string[]; label: string; chat: Chat | undefined }) {
  if (texts.length === 0) return null;
  return (
    <ul class="suggestions" aria-label={label}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" dir="auto" onClick={() => chat?.send(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A message of the visitor. */
function Own({ content, label }: { content: string; label: string }) {
  return (
    <div class="message own">
      <span class="unseen">{label}</span>
      <div class="bubble">
        <p dir="auto">{content}</p>
      </div>
    </div>
  );
}

/** A message that the service may not have. */
export function Unsent({
  outgoing,
  settings,
  chat,
}: {
  outgoing: Outgoing;
  settings: Settings;
  chat: Chat | undefined;
}) {
  const { content, state, key } = outgoing;
  const { texts } = settings;
  return (
    <div class={`unsent ${state}`}>
      <Own content={content} label={texts.you} />
      {state === 'sending' ? (
        <p class="note late">{texts.sending}</p>
      ) : (
        <p class="note bad">
          {texts.notSent}
          <button type="button" class="link" onClick={() => chat?.resend(key)}>
            {texts.retry}
          </button>
        </p>
      )}
    </div>
  );
}

/** Three dots: a reply is on its way. */
export function Dots({ label }: { label: string }) {
  return (
    <span class="dots" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </span>
  );
}

function Ending({ message, settings, chat, isLast }: ReplyProps) {
  const { texts } = settings;
  const { status, _id: id } = message;
  if (status === 'requires_action') return <p class="note">{texts.confirming}</p>;
  if (status !== 'failed' && status !== 'cancelled') return null;
  return (
    <p class={`note ${status === 'failed' ? 'bad' : ''}`}>
      {status === 'failed' ? texts.failed : texts.stopped}
      {isLast && (
        <button type="button" class="link" onClick={() => chat?.retry(id)}>
          {texts.retry}
        </button>
      )}
    </p>
  );
}

function Sources({ message, settings }: ReplyProps) {
  const { citations } = message;
  return (
    <details class="sources">
      <summary>{fill(settings.texts.sources, citations.length)}</summary>
      <ol>
        {citations.map((citation, index) => (
          <li key={index}>
            <SourceTitle citation={citation} />
            <blockquote dir="auto">
              <Quote text={citation.quote} />
            </blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** A verbatim quote, with its links to open. */
function Quote({ text: quote }: { text: string }) {
  return (
    <>
      {quoteParts(quote).map(({ text, address }, index) =>
        address === undefined ? (
          text
        ) : (
          <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
            {text}
          </a>
        ),
      )}
    </>
  );
}

function SourceTitle({ citation: { title, url } }: { citation: Citation }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <span dir="auto">{title}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {title || url}
      <Icon name="link" />
    </a>
  );
}

function Rating({ message, settings, chat }: ReplyProps) {
  const { texts } = settings;
  const button = (rating: 'positive' | 'negative', icon: 'up' | 'down', label: string) => (
    <button
      type="button"
      class="rate"
      aria-pressed={message.feedback === rating}
      onClick={() => chat?.rate(message._id, message.feedback === rating ? null : rating)}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
  return (
    <div class="rating">
      {button('positive', 'up', texts.helpful)}
      {button('negative', 'down', texts.notHelpful)}
    </div>
  );
}
