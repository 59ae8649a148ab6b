import { useEffect, useRef } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import { canSend, excessOf, type State, writing } from '../conversation/state.ts';
import { fill } from '../texts.ts';
import { Icon } from './icons.tsx';

/** Field for a new message. Enter sends, Shift+Enter is a new line. */
export function Composer({ state, chat }: { state: State; chat: Chat | undefined }) {
  const { draft, settings, transcript, isOpen, isPanel } = state;
  const { texts } = settings;
  const field = useRef<HTMLTextAreaElement>(null);
  const isWriting = writing(transcript) !== undefined;
  const excess = excessOf(state, draft);
  const send = () => {
    // The current state: the rendered one is some milliseconds older.
    if (field.current !== null) chat?.send(field.current.value);
    field.current?.focus();
  };
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [draft]);
  useEffect(() => {
    // In a plain frame, or a preview, the focus is the page's: who types there must not type here.
    const isAsked = isPanel || window.parent === window;
    if (isOpen && isAsked) field.current?.focus({ preventScroll: true });
  }, [isOpen, isPanel]);
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="box">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={texts.messageLabel}
          aria-invalid={excess > 0}
          aria-describedby={excess > 0 ? 'excess' : undefined}
          placeholder={texts.placeholder}
          value={draft}
          onInput={({ currentTarget }) => chat?.setDraft(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            send();
          }}
        />
        {isWriting ? (
          <button type="button" class="round" aria-label={texts.stop} title={texts.stop} onClick={() => chat?.stop()}>
            <Icon name="stop" />
          </button>
        ) : (
          <button
            type="submit"
            class="round"
            aria-label={texts.send}
            title={texts.send}
            aria-disabled={!canSend(state, draft)}
          >
            <Icon name="send" />
          </button>
        )}
      </div>
      {excess > 0 && (
        <p class="note bad" id="excess" role="alert">
          {fill(texts.tooLong, excess)}
        </p>
      )}
    </form>
  );
}
