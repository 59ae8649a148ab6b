import { useRef, useState } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import type { State } from '../conversation/state.ts';
import { newKey } from '../conversation/values.ts';

interface TranscriptFormProps {
  readonly state: State;
  readonly chat: Chat | undefined;
  onClose(): void;
}

/** Asks for the address that gets a transcript, and says that it is on its way. */
export function TranscriptForm({ state, chat, onClose }: TranscriptFormProps) {
  const { settings, answers, notice } = state;
  const { texts, form } = settings;
  const [status, setStatus] = useState<'asking' | 'sending' | 'wrong' | 'sent'>('asking');
  /** The key of the last request: the same address again after a lost answer is the same request. */
  const request = useRef({ email: '', key: '' });
  const known = form?.fields.find(({ type, key }) => type === 'email' && answers?.[key])?.key;
  const send = async (email: string) => {
    if (status === 'sending') return;
    if (!/^\S+@\S+$/.test(email)) return setStatus('wrong');
    if (request.current.email !== email) request.current = { email, key: newKey() };
    setStatus('sending');
    const { isSent, isWrong } = (await chat?.sendTranscript(email, request.current.key)) ?? {};
    setStatus(isSent ? 'sent' : isWrong ? 'wrong' : 'asking');
  };
  if (status === 'sent') {
    return (
      <div class="sure">
        <p class="column" role="alert">
          {texts.transcriptSent}
        </p>
        <div class="column">
          <button type="button" class="quiet" ref={(button) => button?.focus()} onClick={onClose}>
            {texts.back}
          </button>
        </div>
      </div>
    );
  }
  return (
    <form
      class="sure"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
        void send(field.value.trim());
      }}
    >
      <div class="column field">
        <label for="transcript-email">{texts.transcriptTo}</label>
        <input
          id="transcript-email"
          name="email"
          type="email"
          autocomplete="email"
          ref={(field) => {
            if (field !== null && status === 'asking') field.focus();
          }}
          defaultValue={known === undefined ? '' : String(answers?.[known])}
          aria-invalid={status === 'wrong'}
          aria-describedby={status === 'wrong' ? 'transcript-problem' : undefined}
        />
        {(status === 'wrong' || notice !== undefined) && (
          <p class="note bad" id="transcript-problem" role="alert">
            {status === 'wrong' ? texts.formEmail : notice}
          </p>
        )}
      </div>
      <div class="column">
        <button type="submit" class="solid" aria-disabled={status === 'sending'}>
          {texts.send}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
