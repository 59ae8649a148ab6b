import { isColor, readMessage, type ToFrame } from '../protocol.ts';
import { decorate, type Seam } from './launcher/seam.ts';
import { createMemory } from './memory.ts';
import type { Options } from './options.ts';
import { createPanel } from './panel.ts';

/** Reports an event of a widget to the page. */
export type Report = (event: string, detail: Readonly<Record<string, unknown>>) => void;

/** A channel on the page. */
export interface Widget {
  readonly options: Options;
  readonly isOpen: () => boolean;
  open(): void;
  close(): void;
  setUser(identity: string): void;
  reset(): void;
  /** Adds the elements to the page if they aren't there. */
  attach(): void;
  setShift(pixels: number): void;
  destroy(): void;
}

/** A conversation that is younger is loaded at idle, so that unread replies show; in ms. */
const recent = 24 * 60 * 60 * 1000;

/** Time that a loaded frame has to say hello, in ms. */
const patience = 2000;

/** Creates the widget of a channel and adds it to the page. `tell` gets its events. */
export function createWidget(options: Options, tell: Report): Widget {
  const { channel, host, mode, accent, language } = options;
  const panel = createPanel(options);
  const { element, button, dialog } = panel;
  const phone = matchMedia('(max-width:479.98px)');
  const memory = createMemory(channel);
  const seam: Seam = {
    ...{ options, panel, age: memory.age, hear: () => {} },
    open: (text) => {
      greeting = text;
      post({ parley: 'greeting', greeting });
      widget.open();
    },
  };
  const report: Report = (event, detail) => {
    seam.hear(event, detail);
    tell(event, detail);
  };
  let identity: string | undefined;
  /** The text of the bubble that the visitor has clicked. */
  let greeting: string | undefined;
  /** True once the frame has said hello: messages before that are part of the first answer. */
  let greeted = false;
  let resetting = false;
  /** True from a reset until the frame has forgotten: sealed data that was under way is the former visitor's. */
  let forgetting = false;
  let ready = false;
  let overflow: string | undefined;

  const post = (message: ToFrame) => {
    if (greeted) panel.iframe?.contentWindow?.postMessage(message, host);
  };
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
  const lockScroll = (locked: boolean) => {
    const { style } = document.documentElement;
    if (locked === (overflow !== undefined)) return;
    if (locked) overflow = style.overflow;
    style.overflow = locked ? 'hidden' : (overflow ?? '');
    if (!locked) overflow = undefined;
  };
  /** On a phone, the panel is modal: the browser keeps the focus in it and the rest of the page out of reach. */
  const show = () => {
    const y = scrollY;
    if (dialog.open) dialog.close();
    if (phone.matches) dialog.showModal();
    else dialog.show();
    lockScroll(phone.matches);
    fillScreen();
    if (scrollY !== y) scrollTo(scrollX, y);
    panel.iframe?.focus();
  };
  /** Limits the panel to the part of the screen above its keyboard; a zoomed page stays as it is. */
  const fillScreen = () => {
    const seen = dialog.matches(':modal') && visualViewport?.scale === 1 ? visualViewport : undefined;
    dialog.style.height = seen ? `${seen.height}px` : '';
    dialog.style.top = seen ? `${seen.offsetTop}px` : '';
  };
  const widget: Widget = {
    options,
    isOpen: () => dialog.open,
    open: () => {
      if (dialog.open) return;
      load();
      show();
      button.setAttribute('aria-expanded', 'true');
      button.classList.add('open');
      post({ parley: 'open' });
      report('open', {});
    },
    close: () => {
      if (!dialog.open) return;
      const focused = dialog.matches(':focus-within') || document.activeElement === document.body;
      dialog.close();
      lockScroll(false);
      button.setAttribute('aria-expanded', 'false');
      button.classList.remove('open');
      if (focused) button.focus();
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
      resetting = !greeted;
      post({ parley: 'reset' });
    },
    attach: () => {
      if (element.isConnected) return;
      greeted = false;
      // The frame loads again: the time that it had so far doesn't count.
      clearTimeout(failing);
      panel.attach();
      if (dialog.open) show();
    },
    setShift: panel.setShift,
    destroy: () => {
      widget.close();
      seam.hear('destroy', {});
      removeEventListener('message', receive);
      removeEventListener('storage', notice);
      phone.removeEventListener('change', change);
      visualViewport?.removeEventListener('resize', fillScreen);
      visualViewport?.removeEventListener('scroll', fillScreen);
      element.remove();
    },
  };

  const receive = ({ source, origin, data }: MessageEvent) => {
    if (origin !== host || source === null || source !== panel.iframe?.contentWindow) return;
    const message = readMessage(data);
    if (message !== undefined && Object.hasOwn(answers, message.parley)) answers[message.parley]?.(message);
  };
  /** Handlers of each message of the frame. */
  const answers: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => void>> = {
    hello: () => {
      // A frame that has just been loaded has no data of the former visitor.
      forgetting = false;
      greeted = true;
      if (resetting) post({ parley: 'reset' });
      resetting = false;
      const kept = memory.kept();
      const look = { ...(mode && { mode }), ...(accent && { accent }), ...(language && { language }) };
      const mirrored = getComputedStyle(document.body ?? document.documentElement).direction === 'rtl';
      post({
        parley: 'hello',
        ...look,
        ...(identity && { identity }),
        ...(kept && { kept }),
        ...(greeting && { greeting }),
        mirrored,
        open: dialog.open,
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
      if (!Number.isSafeInteger(count) || Number(count) < 0) return;
      panel.setUnread(Number(count));
      report('unread', { count });
    },
    message: ({ id, role, conversation }) => {
      memory.remember();
      report('message', { id: `${id}`, role: `${role}`, conversation: `${conversation}` });
    },
    kept: ({ kept }) => {
      if (kept === '') forgetting = false;
      if (!forgetting) memory.keep(`${kept}`);
    },
    error: ({ code, message }) => report('error', { code: `${code}`, message: `${message}` }),
  };
  const change = () => {
    if (dialog.open) show();
  };
  /** Other tabs of the page keep the data of the same visitor. */
  const notice = (event: StorageEvent) => {
    const kept = memory.concerns(event) ? memory.kept() : undefined;
    if (kept !== undefined) post({ parley: 'kept', kept });
  };
  addEventListener('message', receive);
  addEventListener('storage', notice);
  phone.addEventListener('change', change);
  visualViewport?.addEventListener('resize', fillScreen);
  visualViewport?.addEventListener('scroll', fillScreen);
  button.addEventListener('click', () => (dialog.open ? widget.close() : widget.open()));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    widget.close();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') widget.close();
  });
  widget.attach();
  // The first look into the host's storage takes a browser some ms.
  atIdle(() => {
    if (!element.isConnected) return;
    if (memory.age() < recent) load();
    decorate(seam);
  });
  return widget;
}

function atIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 });
  else setTimeout(task, 1500);
}
