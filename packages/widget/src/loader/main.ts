/**
 * `/widget.js`: adds a launcher for each channel that the page names, and `window.parley` for the page. See the README
 * for what a page can set and call.
 */
import { isChannel } from '../protocol.ts';
import type { Attributes } from './context.ts';
import { type Given, readOptions, readScript } from './options.ts';
import { createWidget, type Widget } from './widget.ts';

type Listener = (detail: Readonly<Record<string, unknown>>) => void;

/** Functions of `window.parley` once the script has run. */
interface Page {
  open(channel?: string): void;
  close(channel?: string): void;
  toggle(channel?: string): void;
  setUser(identity: string, channel?: string): void;
  reset(channel?: string): void;
  on(event: string, listener: Listener): void;
  off(event: string, listener: Listener): void;
  destroy(channel?: string): void;
  /** Merges attributes of the visitor or the page into the context of the next messages; null removes one. */
  set(attributes: Attributes, channel?: string): void;
  /** Fills the composer of the first or the named channel, unless there is a draft. */
  prefill(text: string, channel?: string): void;
  /** Opens the first or the named channel, and sends a text as the visitor. */
  send(text: string, channel?: string): void;
  hide(channel?: string): void;
  show(channel?: string): void;
  push(...calls: unknown[]): number;
  /** Adds a channel; `src` is the address of the script, which names the instance unless `settings.host` does. */
  init(settings: Given, src?: string): void;
}

declare global {
  interface Window {
    parley?: Page | unknown[];
    /** Options of a channel, or of several. */
    parleySettings?: Given | readonly Given[];
  }
}

/** The size of a launcher and the space beside it, in pixels. */
const step = 72;

/** The code of a call that the page has to mend. */
const invalid = 'invalid_call';

function createPage(): Page {
  // No Map or Set: there are pages that use these names for something else.
  let widgets: readonly Widget[] = [];
  let listeners: readonly (readonly [event: string, listener: Listener])[] = [];
  /** The visitor of all channels; those that come later get it too. */
  let identity: string | undefined;
  /** The attributes of all channels, likewise. */
  let shared: Attributes = {};

  const report = (event: string, detail: Readonly<Record<string, unknown>>) => {
    for (const [name, listener] of listeners) {
      if (name !== event) continue;
      try {
        listener(detail);
      } catch (error) {
        // A listener's bug is the page's: it is reported there, and other listeners still run.
        setTimeout(() => {
          throw error;
        });
      }
    }
  };
  const fail = (message: string, channel?: unknown) => {
    // biome-ignore lint/suspicious/noConsole: the developer of the page reads it there.
    console.error(`Parley: ${message}`);
    report('error', { code: invalid, message, ...(isChannel(channel) && { channel }) });
  };
  const find = (channel?: string): readonly Widget[] => {
    if (channel === undefined) return widgets;
    const found = widgets.filter(({ options }) => options.channel === channel);
    if (found.length === 0) throw new Error(`There is no channel ${channel} on this page.`);
    return found;
  };
  const arrange = () => {
    const taken = { left: 0, right: 0 };
    for (const { options, hasLauncher, setShift } of widgets) {
      if (!hasLauncher()) continue;
      setShift(taken[options.side]);
      taken[options.side] += step;
    }
  };
  /**
   * Applications replace the content of the document: a widget that they removed by that comes back, and the frame is
   * told another address or title.
   */
  const refresh = () => {
    for (const widget of widgets) widget.refresh();
  };
  const observer = new MutationObserver(refresh);
  const setLauncher = (isShown: boolean, channel?: string) => {
    for (const widget of find(channel)) widget.setLauncher(isShown);
    arrange();
  };
  const write = (call: 'prefill' | 'send', text: unknown, channel?: string) => {
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`${call} takes a text.`);
    find(channel)[0]?.write(call, text);
  };

  const page: Page = {
    open: (channel) => find(channel)[0]?.open(),
    close: (channel) => {
      for (const widget of find(channel)) widget.close();
    },
    toggle: (channel) => {
      const [widget] = find(channel);
      if (widget?.isOpen()) widget.close();
      else widget?.open();
    },
    setUser: (jwt, channel) => {
      if (typeof jwt !== 'string') throw new Error('setUser takes a text.');
      if (channel === undefined) identity = jwt;
      for (const widget of find(channel)) widget.setUser(jwt);
    },
    reset: (channel) => {
      if (channel === undefined) identity = undefined;
      for (const widget of find(channel)) widget.reset();
    },
    on: (event, listener) => {
      page.off(event, listener);
      listeners = [...listeners, [event, listener]];
    },
    off: (event, listener) => {
      listeners = listeners.filter(([name, each]) => name !== event || each !== listener);
    },
    destroy: (channel) => {
      for (const widget of find(channel)) {
        widgets = widgets.filter((each) => each !== widget);
        widget.destroy();
      }
      arrange();
      if (widgets.length === 0) observer.disconnect();
    },
    set: (attributes, channel) => {
      if (Object(attributes) !== attributes) throw new Error('set takes an object.');
      // As the frame gets it; throws here if it can't.
      const copy = JSON.parse(JSON.stringify(attributes)) as Attributes;
      if (channel === undefined) shared = { ...shared, ...copy };
      for (const widget of find(channel)) widget.set(copy);
    },
    prefill: (text, channel) => write('prefill', text, channel),
    send: (text, channel) => write('send', text, channel),
    hide: (channel) => setLauncher(false, channel),
    show: (channel) => setLauncher(true, channel),
    push: (...calls) => {
      for (const call of calls) run(call);
      return widgets.length;
    },
    init: (settings, src = '') => {
      const options = readOptions(settings, src, (message) => fail(message, settings['channel']));
      const { channel } = options;
      const known = widgets.find((each) => each.options.channel === channel);
      if (known !== undefined) return known.refresh();
      const widget = createWidget(options, (event, detail) => {
        // Frames check what they are sent, too.
        if (detail['code'] === invalid) return fail(`${detail['message']}`, channel);
        if (event === 'open') for (const other of widgets) if (other !== widget) other.close();
        report(event, { channel, ...detail });
      });
      widgets = [...widgets, widget];
      if (identity !== undefined) widget.setUser(identity);
      widget.set(shared);
      arrange();
      observer.observe(document, { childList: true, subtree: true });
      if (options.open) widget.open();
    },
  };
  // History is the application's: it isn't patched. Without the Navigation API, a new title tells of a new address.
  window.navigation?.addEventListener('currententrychange', refresh);
  addEventListener('popstate', refresh);
  const calls = page as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const [name, call] of Object.entries(calls)) {
    calls[name] = (...args) => {
      try {
        return call(...args);
      } catch (error) {
        return fail((error as Error).message, args.find(isChannel));
      }
    };
  }
  const run = (call: unknown) => {
    const [name, ...args] = Array.isArray(call) ? call : [];
    if (typeof name === 'string' && Object.hasOwn(page, name)) calls[name]?.(...args);
    else fail(`Unknown call ${JSON.stringify(call)}.`);
  };
  return page;
}

/** The script element that runs; null in a module, and in code that a tool of the page runs. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/**
 * The channels that the page names: by `window.parleySettings`, by the element that runs, else by any element of ours:
 * adding a channel twice changes nothing.
 */
function namedChannels(): readonly (readonly [settings: Given, src: string])[] {
  const [base, src]: [Given, string] = own === null ? [{}, ''] : [readScript(own), own.src];
  const settings = [window.parleySettings ?? []].flat() as Given[];
  const isOther = ({ channel = base['channel'] }: Given) => channel !== base['channel'];
  const named = settings.map((each): Given => (base['channel'] && isOther(each) ? each : { ...base, ...each }));
  if (base['channel'] && settings.every(isOther)) named.push(base);
  if (named.length > 0) return named.map((each) => [each, src]);
  const ours = document.querySelectorAll<HTMLScriptElement>('script[data-channel],script[src*="channel=channel_"]');
  return [...ours].map((script) => [readScript(script), script.src]);
}

const earlier = window.parley;
const page = earlier !== undefined && 'init' in earlier ? earlier : createPage();
window.parley = page;
const queued = Array.isArray(earlier) ? earlier : [];

const nameOf = (call: unknown): string => (Array.isArray(call) ? `${call[0]}` : '');

function begin(): void {
  const channels = namedChannels();
  // An element that names the channel may be further down.
  if (channels.length === 0 && document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', begin);
    return;
  }
  // Listeners first, so that they hear the script's own events; calls that need a channel come after it.
  const isEarly = (call: unknown) => ['on', 'setUser', 'init'].includes(nameOf(call));
  page.push(...queued.filter(isEarly));
  for (const [settings, src] of channels) page.init(settings, src);
  if (channels.length === 0 && !queued.some((call) => nameOf(call) === 'init')) page.init({});
  page.push(...queued.filter((call) => !isEarly(call)));
}

begin();
