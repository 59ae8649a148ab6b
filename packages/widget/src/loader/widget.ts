import { isColor, type ToFrame } from '../protocol.ts';
import { type Attributes, createContext } from './context.ts';
import { atIdle } from './idle.ts';
import type { fillTarget, Inline } from './inline.ts';
import { decorate } from './launcher/seam.ts';
import { createMemory } from './memory.ts';
import type { Options } from './options.ts';
import { createPanel } from './panel.ts';
import type { Report } from './report.ts';
import { createScreen } from './screen.ts';

/** A channel on the page. */
export interface Widget {
  readonly options: Options;
  readonly isOpen: () => boolean;
  open(): void;
  close(): void;
  setUser(identity: string): void;
  reset(): void;
  /** Merges attributes into the context of the page; null removes one. */
  set(attributes: Attributes): void;
  /** Sends a text for the composer or the greeting to the frame, once it is there; opens the chat except to prefill. */
  write(parley: 'prefill' | 'send' | 'greeting', text: string): void;
  readonly hasLauncher: () => boolean;
  setLauncher(isShown: boolean): void;
  /** Adds the elements to the page if they aren't there, and tells the frame what has changed around it. */
  refresh(): void;
  setShift(pixels: number): void;
  destroy(): void;
}

/** The path of the part for `target` on the instance; the build writes it. */
declare const INLINE_PART: string;

/** A conversation that is younger is loaded at idle, so that unread replies show; in ms. */
const recent = 24 * 60 * 60 * 1000;

/** Time that a loaded frame has to say hello, in ms. */
const patience = 2000;

/** Creates the widget of a channel and adds it to the page. `report` gets its events. */
export function createWidget(options: Options, report: Report): Widget {
  const { channel, host, mode, accent, language, target } = options;
  const panel = createPanel(options);
  const { element, button, dialog } = panel;
  const memory = createMemory(channel);
  let inline: Inline | undefined;
  /** Ends what listens to the page. */
  const life = new AbortController();
  const { signal } = life;
  const screen = createScreen(panel, signal);
  let identity: string | undefined;
  /** True once the frame has said hello: messages before that are part of the first answer. */
  let greeted = false;
  /** Messages for a frame that hasn't said hello. */
  let waiting: ToFrame[] = [];
  /** The element that had the focus before the panel. */
  let before: Element | null = null;
  /** True from a reset until the frame has forgotten: sealed data that was under way is the former visitor's. */
  let forgetting = false;
  let ready = false;

  /** Posts a message to a frame that has said hello; one that `waits` is posted once it does. */
  const post = (message: ToFrame, waits?: boolean) => {
    if (greeted) panel.iframe?.contentWindow?.postMessage(message, host);
    else if (waits) waiting.push(message);
  };
  const context = createContext((news) => post({ parley: 'context', context: news }));
  let failing: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    if (panel.iframe !== undefined) return;
    // The frame says hello while it loads: without that it is refused here, or the network is down.
    panel.addFrame().addEventListener('load', () => {
      clearTimeout(failing);
      failing = setTimeout(fail, patience);
    });
  };
  const fail = () => {
    if (greeted) return;
    panel.dropFrame();
    report('error', { code: 'chat_not_loaded', message: `The chat of ${host} could not be loaded on this site.` });
  };
  const widget: Widget = {
    options,
    isOpen: () => dialog.open,
    open: () => {
      load();
      inline?.open();
      if (target !== undefined) return post({ parley: 'open' });
      if (dialog.open) return;
      before = document.activeElement;
      screen.show();
      button.setAttribute('aria-expanded', 'true');
      context.tell();
      post({ parley: 'open' });
      report('open', {});
    },
    close: () => {
      if (!dialog.open) return;
      const focused = dialog.matches(':focus-within') || document.activeElement === document.body;
      dialog.close();
      screen.leave();
      button.setAttribute('aria-expanded', 'false');
      if (focused) ((button.hidden ? before : button) as HTMLElement | null)?.focus();
      post({ parley: 'close' });
      report('close', {});
    },
    setUser: (jwt) => {
      identity = jwt;
      post({ parley: 'user', identity: jwt });
    },
    reset: () => {
      identity = undefined;
      memory.forget();
      forgetting = true;
      panel.setUnread(0);
      // The frame deletes the stored data, so it is loaded for that.
      load();
      waiting = [];
      post({ parley: 'reset' }, true);
    },
    set: context.set,
    write: (parley, text) => {
      if (parley !== 'prefill') widget.open();
      post({ parley, text }, true);
    },
    hasLauncher: () => !button.hidden,
    setLauncher: (isShown) => panel.setLauncher(isShown && target === undefined),
    refresh: () => {
      if (element.isConnected) return context.tell();
      greeted = false;
      // The frame loads again: the time that it had so far doesn't count.
      clearTimeout(failing);
      (target === undefined ? panel : inline)?.attach();
      if (dialog.open) screen.show();
    },
    setShift: panel.setShift,
    destroy: () => {
      widget.close();
      life.abort();
      element.remove();
    },
  };

  const receive = ({ source, origin, data }: MessageEvent) => {
    if (origin !== host || source === null || source !== panel.iframe?.contentWindow) return;
    const message = Object(data) as Readonly<Record<string, unknown>>;
    const name = `${message['parley']}`;
    if (Object.hasOwn(answers, name)) answers[name]?.(message);
  };
  /** Handlers of each message of the frame. */
  const answers: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => void>> = {
    hello: () => {
      // A frame that has just been loaded has no data of the former visitor.
      forgetting = false;
      greeted = true;
      for (const message of waiting.splice(0)) post(message);
      post({
        parley: 'hello',
        ...{ identity, mode, accent, language },
        mirrored: getComputedStyle(document.body ?? document.documentElement).direction === 'rtl',
        kept: memory.kept(),
        open: dialog.open,
        inline: target !== undefined,
        context: context.read(),
      });
    },
    ready: ({ title, accent: own, accentText, label, unread }) => {
      if (typeof title === 'string' && title !== '') dialog.setAttribute('aria-label', title.slice(0, 200));
      if (accent === undefined && isColor(own)) panel.setAccent(own, isColor(accentText) ? accentText : undefined);
      if (typeof label === 'string' && typeof unread === 'string') panel.setTexts(label, unread);
      if (!ready) report('ready', {});
      ready = true;
    },
    close: () => widget.close(),
    unread: ({ count }) => {
      const replies = Number(count);
      if (!(replies >= 0)) return;
      panel.setUnread(replies);
      report('unread', { count: replies });
    },
    message: ({ id, role, conversation }) => {
      memory.remember();
      context.tell();
      report('message', { id: `${id}`, role: `${role}`, conversation: `${conversation}` });
    },
    kept: ({ kept }) => {
      if (kept === '') forgetting = false;
      if (!forgetting) memory.keep(`${kept}`);
    },
    error: ({ code, message }) => report('error', { code: `${code}`, message: `${message}` }),
  };
  /** Other tabs of the page keep the data of the same visitor. */
  const notice = (event: StorageEvent) => {
    const kept = memory.concerns(event) ? memory.kept() : undefined;
    if (kept !== undefined) post({ parley: 'kept', kept });
  };
  addEventListener('message', receive, { signal });
  addEventListener('storage', notice, { signal });
  button.addEventListener('click', () => (dialog.open ? widget.close() : widget.open()));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    widget.close();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') widget.close();
  });
  if (target !== undefined) {
    import(`${host}${INLINE_PART}`).then((part: { readonly fillTarget: typeof fillTarget }) => {
      if (signal.aborted) return;
      inline = part.fillTarget(panel, target, { load, report, signal });
      widget.refresh();
    }, fail);
  }
  widget.setLauncher(options.launcher);
  widget.refresh();
  // The first look into the host's storage takes a browser some ms.
  atIdle(() => {
    if (signal.aborted) return;
    const isRecent = memory.age() < recent;
    if (isRecent) load();
    decorate({ options, panel, signal, isRecent, open: (greeting) => widget.write('greeting', greeting) });
  });
  return widget;
}
