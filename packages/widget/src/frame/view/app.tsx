import { useState } from 'preact/hooks';
import type { Chat } from '../chat.ts';
import { isAsked, isRequired } from '../conversation/form.ts';
import type { State } from '../conversation/state.ts';
import type { TextKey } from '../texts.ts';
import { Composer } from './composer.tsx';
import { Icon } from './icons.tsx';
import { Log } from './log.tsx';
import { Dots } from './message.tsx';
import { Seal } from './seal.tsx';

interface AppProps {
  readonly state: State;
  /** Undefined if the page has no channel. */
  readonly chat: Chat | undefined;
  onClose(): void;
  onMute(isMuted: boolean): void;
}

/** The whole chat. */
export function App(props: AppProps) {
  const { state, chat } = props;
  const { phase, settings, announcement, transcript } = state;
  const isClosed = transcript.conversation?.status === 'closed';
  const waits = isAsked(state) && isRequired(state);
  return (
    <main class="chat">
      <Header {...props} />
      {phase === 'refused' && <Refused {...props} />}
      {phase === 'loading' && (
        <div class="state late">
          <Dots label={settings.texts.loading} />
        </div>
      )}
      {phase === 'ready' && (
        <>
          <Log state={state} chat={chat} />
          <footer class="column">
            <Notices state={state} />
            {isClosed ? (
              <div class="closed">
                <p>{settings.texts.closed}</p>
                <button type="button" class="solid" data-focus onClick={() => chat?.startOver()}>
                  {settings.texts.newConversation}
                </button>
              </div>
            ) : (
              !waits && <Composer state={state} chat={chat} />
            )}
          </footer>
        </>
      )}
      <p class="unseen" role="status">
        {state.isOpen ? announcement : ''}
      </p>
    </main>
  );
}

function Header({ state, chat, onClose, onMute }: AppProps) {
  const { settings, transcript, phase, isPanel, isMuted } = state;
  const { texts } = settings;
  const [isSure, setSure] = useState(true);
  const canStartOver = phase === 'ready' && transcript.messages.length > 0;
  const startOver = () => {
    setSure(true);
    chat?.startOver();
    document.querySelector('textarea')?.focus();
  };
  return (
    <header>
      {settings.agent !== '' && <Seal id={settings.agent} />}
      {/* The page has its title before the chat is loaded, and if it can't be. */}
      <h1 dir="auto">{settings.title || document.title}</h1>
      {phase === 'ready' && settings.sound && (
        <button
          type="button"
          class="icon-button"
          aria-label={isMuted ? texts.unmute : texts.mute}
          title={isMuted ? texts.unmute : texts.mute}
          onClick={() => onMute(!isMuted)}
        >
          <Icon name={isMuted ? 'muted' : 'sound'} />
        </button>
      )}
      {canStartOver && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.newConversation}
          title={texts.newConversation}
          onClick={() => setSure(false)}
        >
          <Icon name="fresh" />
        </button>
      )}
      {isPanel && (
        <button type="button" class="icon-button" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
      {canStartOver && !isSure && (
        <div class="sure">
          <p class="column">{texts.newConversationQuestion}</p>
          <div class="column">
            <button type="button" class="solid" ref={(button) => button?.focus()} onClick={startOver}>
              {texts.newConversation}
            </button>
            <button type="button" class="quiet" onClick={() => setSure(true)}>
              {texts.cancel}
            </button>
          </div>
        </div>
      )}
    </header>
  );
}

/** Shows the most pressing notice, one at a time. */
function Notices({ state }: { state: State }) {
  const { settings, transcript, isConnected, isOnline, notice } = state;
  const { texts, available, offlineMessage } = settings;
  const isTaken = transcript.conversation?.status === 'human';
  const text =
    (isOnline ? undefined : texts.offline) ??
    (isConnected ? undefined : texts.reconnecting) ??
    notice ??
    (isTaken ? texts.takenOver : undefined) ??
    (available ? undefined : (offlineMessage ?? texts.unavailable));
  return (
    <div role="status">
      {text !== undefined && (
        <p class={`notice ${isOnline && isConnected && notice === undefined ? '' : 'bad'}`} dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}

/** The texts of a state without a chat, by the service's code. */
const refusals: Readonly<Record<string, readonly [TextKey, TextKey]>> = {
  channel_not_found: ['notFoundTitle', 'notFound'],
  channel_inactive: ['inactiveTitle', 'inactive'],
  origin_not_allowed: ['originTitle', 'origin'],
  invalid_identity: ['identityTitle', 'identity'],
  expired_identity: ['identityTitle', 'identity'],
  identity_required: ['identityTitle', 'identity'],
  unreachable: ['unreachableTitle', 'unreachable'],
};

function Refused({ state: { refusal, settings } }: AppProps) {
  const [title, text] = refusals[refusal] ?? ['inactiveTitle', 'inactive'];
  return (
    <div class="state" role="alert">
      <h2>{settings.texts[title]}</h2>
      <p>{settings.texts[text]}</p>
    </div>
  );
}
