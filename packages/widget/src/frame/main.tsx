/** The chat of `/chat/{channel}`: a page of its own, or the frame in the panel of a host page. */
import { render } from 'preact';
import { isChannel, type ToFrame, type ToLoader, windowName } from '../protocol.ts';
import { setTitleCount } from '../title-count.ts';
import { createChat } from './chat.ts';
import { createKeptArea } from './conversation/kept-area.ts';
import { initialState, isSeen, type State } from './conversation/state.ts';
import { type Area, createStorage, findArea } from './conversation/storage.ts';
import { subjectOf } from './conversation/values.ts';
import { createEmbedding, type Hello, type Wishes } from './embedding.ts';
import { speak } from './language.ts';
import type { PopOut } from './pop-out/opener.ts';
import type { createOwnWindow } from './pop-out/own-window.ts';
import { createPreview } from './preview.ts';
import { showIconInTab } from './seal-icon.ts';
import { readSettings, type Settings } from './settings.ts';
import { keepMuted, playReply, wasMuted } from './sound.ts';
import { createThemes, type Overrides } from './theme.ts';
import { App } from './view/app.tsx';
import type { PopOutControls } from './view/pop-out.tsx';

/** Time between two renderings while a reply grows, in ms. Not by animation frames: hidden frames have none. */
const renderEvery = 30;

/** Phones show one window at a time. */
const phone = '(pointer:coarse) and (max-device-width:600px)';

const root = document.getElementById('app') as HTMLElement;
/** Data that the server has put into the page. */
const servedAs = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=parley-${name}]`)?.content ?? '';
const channel = location.pathname.split('/')[2] ?? '';

/** Starts the chat; `part` makes this window the pop-out of a frame. */
function start(part?: { readonly createOwnWindow: typeof createOwnWindow }): void {
  let greeting: string | undefined;
  let overrides: Overrides = {};
  let identity: string | undefined;
  let origin: string | undefined;
  let said: Hello | undefined;
  /** True if the browser has given no window for the chat. */
  let isBlocked = false;
  /** True if the visitor has taken the chat back: the button that had the focus goes. */
  let wantsFocus = false;
  let visited = false;
  let rendering: ReturnType<typeof setTimeout> | undefined;
  let told = '';

  const paint = () => {
    rendering = undefined;
    const state = chat.state();
    const previewed = preview.settings();
    const own = previewed ?? state.settings;
    const settings = greeting === undefined ? own : { ...own, greeting };
    if (settings.agent !== '') showIconInTab(settings);
    const colors = themes.show(settings.theme, overrides);
    if (state.phase === 'ready') tell(settings, colors);
    const shown: State = { ...state, settings, ...(previewed && { phase: 'ready' }) };
    const onClose = () => embedding.post({ parley: 'close' });
    render(<App state={shown} chat={chat} onClose={onClose} onMute={mute} popOut={popOutControls()} />, root);
    if (wantsFocus && state.phase === 'ready') {
      wantsFocus = false;
      focus();
    }
  };
  const focus = () => root.querySelector<HTMLElement>('textarea, [data-focus]')?.focus();
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

  const preview = createPreview(schedule);
  const themes = createThemes(schedule);
  const key = servedAs('key');
  const own = findArea();
  /** The host page keeps what a frame without storage can't. */
  const kept = createKeptArea({ channel, key, post: (kept) => embedding.post({ parley: 'kept', kept }) });
  let handed: Area | undefined;
  const storage = createStorage(channel, (): Area => handed ?? own ?? kept);
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
  const ownWindow = part?.createOwnWindow({ channel, onEnd: () => chat.suspend() });
  let popOut: PopOut | undefined;
  const name = windowName(channel);
  /** Loads the opening side before the click: a browser opens windows only for a moment after it. */
  const prepare = () =>
    import('./pop-out/opener.ts').then(
      ({ createPopOut }) => {
        const facts = () => ({ ...said, identity, origin });
        popOut ??= createPopOut({ name, chat, storage, facts, subjectOf, visit, post });
      },
      // The chat can't have a window then.
      () => {},
    );
  const open = async () => {
    if (popOut === undefined) await prepare();
    isBlocked = popOut?.open() !== true;
    schedule();
  };
  const popOutControls = (): PopOutControls | undefined =>
    said?.isPanel && !ownWindow && !matchMedia(phone).matches
      ? {
          ...{ isTaken: popOut?.hasChat === true, isBlocked, prepare, open },
          bringBack: () => {
            popOut?.end();
            wantsFocus = true;
            visit();
          },
        }
      : undefined;
  /** Passes a wish on to the pop-out if that has the chat; returns whether it has. */
  const passOn = (message: ToFrame): boolean => popOut?.tell(message) === true;
  const post = (message: ToLoader) => embedding.post(message);
  const tellEntries = () => passOn({ parley: 'entries', entries: storage.entries() });
  const wishes: Wishes = {
    onHello: (hello) => {
      said = hello;
      ({ origin } = hello);
      if (ownWindow && hello.message) ({ area: handed, origin } = ownWindow.take(hello.message));
      identity = hello.identity ?? identity;
      overrides = { mode: hello.mode, accent: hello.accent };
      chat.update({ isOpen: hello.isOpen, isPanel: hello.isPanel && !hello.isInline });
      chat.setContext(hello.context ?? {});
      const { isPanel, isMirrored, language } = hello;
      const wanted = [language ?? '', servedAs('language'), ...navigator.languages];
      const opening = own === undefined && !ownWindow && isPanel ? kept.open(hello.kept, `${origin}`) : undefined;
      // The page may still keep data from a time when the storage was blocked.
      if (own !== undefined && hello.kept !== '') embedding.post({ parley: 'kept', kept: '' });
      void Promise.all([opening, speak({ wanted, isMirrored })]).then(() => {
        chat.update({ settings: readSettings({}) });
        visit();
        if (isPanel && !ownWindow && own && sessionStorage.getItem(name)) void prepare().then(() => popOut?.find());
      });
    },
    onContext: (context) => {
      chat.setContext(context);
      passOn({ parley: 'context', context });
    },
    onOpen: (isOpen) => {
      isBlocked = false;
      chat.setOpen(isOpen);
      if (isOpen) focus();
    },
    onUser: (jwt) => {
      identity = jwt;
      if (!popOut?.setUser(jwt) && visited) visit();
    },
    onText: (kind, text) => {
      if (!passOn({ parley: kind, text })) chat.wish(kind, text);
    },
    onReset: () => {
      popOut?.end();
      identity = undefined;
      chat.forgetWishes();
      storage.forget();
      if (visited) visit();
    },
    onKept: (sealed, from) => {
      if (own === undefined) void kept.open(sealed, from).then(tellEntries);
    },
    onGreeting: (text) => {
      passOn({ parley: 'greeting', text });
      greeting = text;
      schedule();
    },
    onPreview: preview.show,
  };
  const embedding = createEmbedding(wishes, ownWindow);
  const noteNetwork = () => chat.update({ isOnline: navigator.onLine });
  chat.update({ isMuted: wasMuted(channel) });
  document.addEventListener('visibilitychange', chat.noteVisibility);
  // Other tabs of the site share the storage of the frame.
  addEventListener('storage', tellEntries);
  addEventListener('online', noteNetwork);
  addEventListener('offline', noteNetwork);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) embedding.post({ parley: 'close' });
  });
  noteNetwork();
}

// Only a frame's pop-out has that name, or a window of a page that wants to be one, which gets nothing by it.
if (isChannel(channel) && window === parent && window.name === windowName(channel)) {
  void import('./pop-out/own-window.ts').catch(() => undefined).then(start);
} else if (isChannel(channel)) start();
else {
  createThemes(() => {}).show(initialState.settings.theme, {});
  void speak({ wanted: navigator.languages, isMirrored: false }).then(() => {
    const settings = readSettings({});
    const state: State = { ...initialState, settings, phase: 'refused', refusal: 'channel_not_found' };
    render(<App state={state} chat={undefined} onClose={() => {}} onMute={() => {}} />, root);
  });
}
