import { Button } from '@mantine/core';
import type { Message } from '@parley/sdk';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { PlainText } from '../../../ui/markdown/plain-text.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { waitsFor } from '../calls.ts';
import { useCitationMarks } from '../citations/citation-marks.tsx';
import { Citations } from '../citations/citations.tsx';
import { citedText, distinct, unmarked } from '../citations/cited-text.ts';
import { textBeside } from './attachments/attachment-words.ts';
import { Attachments } from './attachments/attachments.tsx';
import css from './message.module.css';
import { adviceOn, endingOf, saidOn } from './message-words.ts';
import { ReplyMarks } from './reply-marks.tsx';
import { Thoughts } from './thoughts.tsx';
import { ToolCalls } from './tool-calls.tsx';

const Markdown = lazyNamed(() => import('../../../ui/markdown/markdown.tsx').then((module) => module.Markdown));

/** Loads the code that shows a reply, before there is one. */
export const preloadMarkdown = Markdown.preload;

/** Longer messages are collapsed at first: the threshold and the length of the visible part, in characters. */
const maxAtOnce = 12_000;
const beginning = 4_000;

/**
 * One message: author, time, thoughts, tool calls, content, citations, how it ended and what it took. `onRetry` is set if the
 * reply can be retried; `delivery` and `feedback` are shown in the footer. `isFound` outlines the one that a search found.
 */
export function MessageItem(props: {
  message: Message;
  author: string;
  isFound?: boolean;
  onRetry?: (() => void) | undefined;
  delivery?: ReactNode;
  feedback?: ReactNode;
}) {
  const { message, author, isFound = false, onRetry, delivery, feedback } = props;
  const { role, content, status, citations, parts, attachments, createdAt } = message;
  const isWriting = status === 'streaming';
  const isReply = message.model !== null && !isWriting && status !== 'requires_action';
  return (
    <article
      className={css['message']}
      data-role={role}
      data-message={message._id}
      data-found={isFound || undefined}
      tabIndex={isFound ? -1 : undefined}
      aria-label={`Message from ${author}`}
      aria-busy={isWriting}
    >
      <header className={css['header']}>
        <span className={css['author']} dir="auto">
          {author}
        </span>
        <span className={css['time']}>
          <RelativeTime iso={createdAt} />
        </span>
      </header>
      <div className={css['body']}>
        <Thoughts parts={parts} />
        {parts.some(({ type }) => type === 'tool-call') && <ToolCalls message={message} />}
        <Content message={message} />
        {attachments.length > 0 && <Attachments attachments={attachments} />}
        {isWriting && content === '' && <Waiting />}
        {citations.length > 0 && <Citations citations={distinct(citations)} />}
      </div>
      <Ending message={message} onRetry={onRetry} />
      {status === 'requires_action' && (
        <p className={css['held']} role="status">
          {waitsFor(message)}
        </p>
      )}
      {(isReply || feedback !== undefined || delivery !== undefined) && (
        <footer className={css['footer']}>
          {delivery}
          {feedback}
          {isReply && <ReplyMarks message={message} />}
        </footer>
      )}
    </article>
  );
}

/** The content of a message. A very long one is collapsed until the user expands it. */
function Content({ message }: { message: Message }) {
  const { role, status } = message;
  const content = textBeside(message);
  const isWriting = status === 'streaming';
  const [isWhole, setWhole] = useState(isWriting || content.length <= maxAtOnce);
  const cited = citedText(message);
  const whole = role === 'user' ? content : cited.text;
  const text = isWhole ? whole : `${whole.slice(0, beginning)}…`;
  const marks = useCitationMarks(cited.citations);
  if (content === '' && message.attachments.length > 0) return null;
  return (
    <>
      {role === 'user' ? (
        <PlainText text={text} />
      ) : (
        <Suspense fallback={<PlainText text={unmarked(text)} />}>
          <Markdown text={text} growing={isWriting} marks={marks} />
        </Suspense>
      )}
      {!isWhole && (
        <Button mt={8} size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          Show all {content.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}

function Waiting() {
  return (
    <span className={css['waiting']}>
      <span className={css['dots']} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      Thinking
    </span>
  );
}

/** Says how a reply ended, unless it is simply complete. */
function Ending({ message, onRetry }: { message: Message; onRetry: (() => void) | undefined }) {
  const ending = endingOf(message);
  const advice = adviceOn(message);
  const said = saidOn(message);
  if (ending === undefined) return null;
  return (
    <div className={css['ending']} data-failed={message.status === 'failed' || undefined}>
      <Icon name={message.status === 'failed' ? 'warning' : 'stop'} size={14} />
      <div className={css['reason']}>
        <span>{ending}</span>
        {said !== undefined && (
          <blockquote className={css['said']} aria-label="The provider’s message">
            {said}
          </blockquote>
        )}
        {advice !== undefined && <span className={css['advice']}>{advice}</span>}
      </div>
      {onRetry !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
