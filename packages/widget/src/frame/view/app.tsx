import { useState } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import { isAsked, isRequired } from '../conversation/form.ts';
import { isWaiting, type State } from '../conversation/state.ts';
import type { TextKey } from '../texts.ts';
import { Composer } from './composer.tsx';
import { HistoryList } from './history.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Log } from './log.tsx';
import { Dots } from './message.tsx';
import { Person } from './person.tsx';
import { NoWindow, type PopOutControls, PoppedOut } from './pop-out.tsx';
import { Portrait } from './portrait.tsx';
import { TranscriptForm } from './transcript-form.tsx';

interface AppProps {
  readonly state: State;
  /** Undefined if the page has no channel. */
  readonly chat: Chat | undefined;
  onClose(): void;
  onMute(isMuted: boolean): void;
  /** Undefined if the chat can't have a window of its own here. */
  readonly popOut?: PopOutControls | undefined;
}

/** Asks how satisfied the visitor is; most chats don't. */
const ask = (place: HTMLElement | null, { state, chat }: AppProps) =>
  place &&
  chat &&
  state.settings.satisfaction !== undefined &&
  import('../people/rate.ts').then(({ rate }) => rate(place, chat.inside));

/** The whole chat. */
export function App(props: AppProps) {
  const { state, chat, popOut } = props;
  const { phase, settings, announcement, transcript, history } = state;
  const isClosed = transcript.conversation?.status === 'closed';
  const waits = isAsked(state) && isRequired(state);
  const isElsewhere = popOut?.isTaken === true;
  return (
    <main class="chat">
      <Header {...props} />
      {phase === 'refused' && <Refused {...props} />}
      {isElsewhere && <PoppedOut texts={settings.texts} popOut={popOut} />}
      {phase === 'loading' && !isElsewhere && (
        <div class="state late">
          <Dots label={settings.texts.loading} />
        </div>
      )}
      {phase === 'ready' && history !== undefined && <HistoryList {...{ state, history, chat }} />}
      {phase === 'ready' && history === undefined && (
        <>
          <Log state={state} chat={chat} />
          <footer class="column">
            <Notices state={state} popOut={popOut} />
            {isClosed ? (
              <div class="closed">
                <p>{settings.texts.closed}</p>
                <div ref={(place) => void ask(place, props)} />
                <button type="button" class="solid" data-focus onClick={() => chat?.startOver()}>
                  {settings.texts.newConversation}
                </button>
              </div>
            ) : (
              !waits && <Composer state={state} chat={chat} />
            )}
            {!isClosed && !waits && <Person {...{ state, chat }} />}
          </footer>
        </>
      )}
      <p class="unseen" role="status">
        {state.isOpen ? announcement : ''}
      </p>
    </main>
  );
}

function Header({ state, chat, onClose, onMute, popOut }: AppProps) {
  const { settings, transcript, phase, isPanel, isMuted, hasOthers, history, outgoing } = state;
  const { texts } = settings;
  const [panel, setPanel] = useState<'fresh' | 'transcript'>();
  const canStartOver = phase === 'ready' && transcript.messages.length > 0 && history === undefined;
  const startOver = () => {
    setPanel(undefined);
    chat?.startOver();
    document.querySelector('textarea')?.focus();
  };
  return (
    <header>
      {settings.agent !== '' && <Portrait agent={settings.agent} picture={settings.picture} />}
      {/* The page has its title before the chat is loaded, and if it can't be. */}
      <h1 dir="auto">{settings.title || document.title}</h1>
      {phase === 'ready' && settings.sound && (
        <Tool
          label={isMuted ? texts.unmute : texts.mute}
          icon={isMuted ? 'muted' : 'sound'}
          onClick={() => onMute(!isMuted)}
        />
      )}
      {phase === 'ready' && hasOthers && (
        <Tool
          label={texts.conversations}
          icon="history"
          isExpanded={history !== undefined}
          disabled={outgoing.length > 0}
          onClick={() => (history === undefined ? chat?.showHistory() : chat?.hideHistory())}
        />
      )}
      {canStartOver && settings.transcript && (
        <Tool
          label={texts.transcript}
          icon="mail"
          isExpanded={panel === 'transcript'}
          onClick={() => setPanel(panel === 'transcript' ? undefined : 'transcript')}
        />
      )}
      {canStartOver && <Tool label={texts.newConversation} icon="fresh" onClick={() => setPanel('fresh')} />}
      {phase === 'ready' && popOut && (
        <Tool label={texts.popOut} icon="window" onClick={popOut.open} onIntent={popOut.prepare} />
      )}
      {isPanel && <Tool label={texts.close} icon="close" onClick={onClose} />}
      {canStartOver && panel === 'transcript' && (
        <TranscriptForm {...{ state, chat }} onClose={() => setPanel(undefined)} />
      )}
      {canStartOver && panel === 'fresh' && (
        <div class="sure">
          <p class="column">{texts.newConversationQuestion}</p>
          <div class="column">
            <button type="button" class="solid" ref={(button) => button?.focus()} onClick={startOver}>
              {texts.newConversation}
            </button>
            <button type="button" class="quiet" onClick={() => setPanel(undefined)}>
              {texts.cancel}
            </button>
          </div>
        </div>
      )}
    </header>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: IconName;
  /** Undefined if it opens nothing in the chat. */
  readonly isExpanded?: boolean;
  readonly disabled?: boolean;
  onClick(): unknown;
  /** The visitor may click next. */
  onIntent?(): unknown;
}

/** A button in the head of the chat. */
function Tool({ label, icon, isExpanded, disabled = false, onClick, onIntent }: ToolProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-expanded={isExpanded}
      disabled={disabled}
      onClick={onClick}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Shows the most pressing notice, one at a time. */
function Notices({ state, popOut }: Pick<AppProps, 'state' | 'popOut'>) {
  const { settings, transcript, isConnected, isOnline, notice } = state;
  const { texts, available, offlineMessage } = settings;
  const isTaken = transcript.conversation?.status === 'human' && !isWaiting(state);
  const text =
    (isOnline ? undefined : texts.offline) ??
    (isConnected ? undefined : texts.reconnecting) ??
    notice ??
    (isTaken ? texts.takenOver : undefined) ??
    (available ? undefined : (offlineMessage ?? texts.unavailable));
  return (
    <div role="status">
      {popOut?.isBlocked && <NoWindow text={texts.noPopOut} />}
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
