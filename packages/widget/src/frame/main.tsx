/** The chat of `/chat/{channel}`: a page of its own, or the frame in the panel of a host page. */
import { render } from 'preact';
import { isChannel } from '../protocol.ts';
import { createChat } from './chat.ts';
import { initialState, type State } from './conversation/state.ts';
import { createStorage } from './conversation/storage.ts';
import { createEmbedding } from './embedding.ts';
import { readSettings, type Settings } from './settings.ts';
import { createThemes, type Overrides } from './theme.ts';
import { App } from './view/app.tsx';

/** Time between two renderings while a reply grows, in ms. Not by animation frames: hidden frames have none. */
const renderEvery = 30;

const root = document.getElementById('app') as HTMLElement;
const channel = location.pathname.split('/')[2] ?? '';

function start(): void {
  let preview: Settings | undefined;
  let overrides: Overrides = {};
  let identity: string | undefined;
  let origin: string | undefined;
  let visited = false;
  let rendering: ReturnType<typeof setTimeout> | undefined;
  let told = '';

  const paint = () => {
    rendering = undefined;
    const state = chat.state();
    const settings = preview ?? state.settings;
    const colors = themes.show(settings.theme, overrides);
    if (state.phase === 'ready') tell(settings.title, colors);
    const shown: State = preview === undefined ? state : { ...state, settings, phase: 'ready' };
    render(<App state={shown} chat={chat} onClose={() => embedding.post({ parley: 'close' })} />, root);
  };
  const schedule = () => {
    if (rendering === undefined) rendering = setTimeout(paint, renderEvery);
  };
  /** Tells the host page what its launcher looks like, if that changed. */
  const tell = (title: string, colors: { accent: string; accentText: string }) => {
    const news = [title, colors.accent, colors.accentText].join(' ');
    if (news === told) return;
    told = news;
    embedding.post({ parley: 'ready', title, accent: colors.accent, accentText: colors.accentText });
  };
  const visit = () => {
    visited = true;
    chat.visit({ channel, identity, origin });
  };

  const themes = createThemes(schedule);
  const storage = createStorage(channel);
  const chat = createChat(storage, {
    onChange: schedule,
    onUnread: (count) => embedding.post({ parley: 'unread', count }),
    onMessage: ({ _id: id, role, conversation }) => embedding.post({ parley: 'message', id, role, conversation }),
    onError: (code, message) => embedding.post({ parley: 'error', code, message }),
  });
  const embedding = createEmbedding({
    onHello: (hello) => {
      ({ origin } = hello);
      identity = hello.identity ?? identity;
      overrides = { mode: hello.mode, accent: hello.accent };
      chat.update({ isOpen: hello.isOpen, isPanel: hello.isPanel });
      chat.setContext(hello.context ?? {});
      visit();
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
    onReset: () => {
      identity = undefined;
      storage.forget();
      if (visited) visit();
    },
    onPreview: (settings) => {
      preview = readSettings(settings);
      schedule();
    },
  });
  const noteNetwork = () => chat.update({ isOnline: navigator.onLine });
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
  const state: State = { ...initialState, phase: 'refused', refusal: 'channel_not_found' };
  render(<App state={state} chat={undefined} onClose={() => {}} />, root);
}
