/** The chat of `/chat/{channel}`: a page of its own, or the frame in the panel of a host page. */
import { render } from 'preact';
import { isChannel } from '../protocol.ts';
import { setTitleCount } from '../title-count.ts';
import { createChat } from './chat.ts';
import { createKeptArea } from './conversation/kept-area.ts';
import { initialState, isSeen, type State } from './conversation/state.ts';
import { createStorage, findArea } from './conversation/storage.ts';
import { createEmbedding } from './embedding.ts';
import { speak } from './language.ts';
import { showIconInTab } from './seal-icon.ts';
import { readSettings, type Settings } from './settings.ts';
import { keepMuted, playReply, wasMuted } from './sound.ts';
import { createThemes, type Overrides } from './theme.ts';
import { App } from './view/app.tsx';

/** Time between two renderings while a reply grows, in ms. Not by animation frames: hidden frames have none. */
const renderEvery = 30;

const root = document.getElementById('app') as HTMLElement;
/** Data that the server has put into the page. */
const servedAs = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=parley-${name}]`)?.content ?? '';
const channel = location.pathname.split('/')[2] ?? '';

function start(): void {
  let preview: Settings | undefined;
  /** The latest settings of a preview: those of an earlier one may wait for their language. */
  let latest: unknown;
  let greeting: string | undefined;
  let overrides: Overrides = {};
  let identity: string | undefined;
  let origin: string | undefined;
  let visited = false;
  let rendering: ReturnType<typeof setTimeout> | undefined;
  let told = '';

  const paint = () => {
    rendering = undefined;
    const state = chat.state();
    const own = preview ?? state.settings;
    const settings = greeting === undefined ? own : { ...own, greeting };
    if (settings.agent !== '') showIconInTab(settings);
    const colors = themes.show(settings.theme, overrides);
    if (state.phase === 'ready') tell(settings, colors);
    const shown: State = { ...state, settings, ...(preview && { phase: 'ready' }) };
    render(<App state={shown} chat={chat} onClose={() => embedding.post({ parley: 'close' })} onMute={mute} />, root);
  };
  const schedule = () => {
    if (rendering === undefined) rendering = setTimeout(paint, renderEvery);
  };
  /** Tells the host page what its launcher looks like, if that changed. */
  const tell = ({ title, texts }: Settings, { accent, accentText }: { accent: string; accentText: string }) => {
    const news = { title, accent, accentText, label: texts.open, unread: texts.unread };
    const text = JSON.stringify(news);
    if (text === told) return;
    told = text;
    embedding.post({ parley: 'ready', ...news });
  };
  const mute = (isMuted: boolean) => {
    keepMuted(channel, isMuted);
    chat.update({ isMuted });
  };
  const visit = () => {
    visited = true;
    chat.visit({ channel, identity, origin });
  };

  const themes = createThemes(schedule);
  const key = servedAs('key');
  const own = findArea();
  /** The host page keeps what a frame without storage can't. */
  const kept = createKeptArea({ channel, key, post: (kept) => embedding.post({ parley: 'kept', kept }) });
  const storage = createStorage(channel, own ?? kept);
  const chat = createChat(storage, {
    onChange: schedule,
    onUnread: (count) => {
      embedding.post({ parley: 'unread', count });
      if (window === parent && chat.state().settings.titleBadge) setTitleCount(channel, count);
    },
    onMessage: ({ _id: id, role, conversation }) => {
      embedding.post({ parley: 'message', id, role, conversation });
      const state = chat.state();
      if (role !== 'user' && state.settings.sound && !state.isMuted && !isSeen(state)) playReply();
    },
    onError: (code, message) => embedding.post({ parley: 'error', code, message }),
  });
  const embedding = createEmbedding({
    onHello: (hello) => {
      ({ origin } = hello);
      identity = hello.identity ?? identity;
      overrides = { mode: hello.mode, accent: hello.accent };
      chat.update({ isOpen: hello.isOpen, isPanel: hello.isPanel && !hello.isInline });
      chat.setContext(hello.context ?? {});
      const { isPanel, isMirrored, language } = hello;
      const wanted = [language ?? '', servedAs('language'), ...navigator.languages];
      const opening = own === undefined && isPanel ? kept.open(hello.kept, `${origin}`) : undefined;
      // The page may still keep data from a time when the storage was blocked.
      if (own !== undefined && hello.kept !== '') embedding.post({ parley: 'kept', kept: '' });
      void Promise.all([opening, speak({ wanted, isMirrored })]).then(() => {
        chat.update({ settings: readSettings({}) });
        visit();
      });
    },
    onContext: chat.setContext,
    onOpen: (isOpen) => {
      chat.setOpen(isOpen);
      if (isOpen) root.querySelector<HTMLElement>('textarea, [data-focus]')?.focus();
    },
    onUser: (jwt) => {
      identity = jwt;
      if (visited) visit();
    },
    onText: (kind, text) => chat.wish(kind, text),
    onReset: () => {
      identity = undefined;
      chat.forgetWishes();
      storage.forget();
      if (visited) visit();
    },
    onKept: (sealed, from) => {
      if (own === undefined) void kept.open(sealed, from);
    },
    onGreeting: (text) => {
      greeting = text;
      schedule();
    },
    onPreview: (settings) => {
      latest = settings;
      void speak({ wanted: [`${settings['language']}`, ...navigator.languages], isMirrored: false }).then(() => {
        if (latest !== settings) return;
        preview = readSettings(settings);
        schedule();
      });
    },
  });
  const noteNetwork = () => chat.update({ isOnline: navigator.onLine });
  chat.update({ isMuted: wasMuted(channel) });
  document.addEventListener('visibilitychange', chat.noteVisibility);
  addEventListener('online', noteNetwork);
  addEventListener('offline', noteNetwork);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) embedding.post({ parley: 'close' });
  });
  noteNetwork();
}

if (isChannel(channel)) start();
else {
  createThemes(() => {}).show(initialState.settings.theme, {});
  void speak({ wanted: navigator.languages, isMirrored: false }).then(() => {
    const settings = readSettings({});
    const state: State = { ...initialState, settings, phase: 'refused', refusal: 'channel_not_found' };
    render(<App state={state} chat={undefined} onClose={() => {}} onMute={() => {}} />, root);
  });
}
