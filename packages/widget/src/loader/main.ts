/**
 * `/widget.js`: adds a launcher for each channel that the page names, and `window.parley` for the page. See the README
 * for what a page can set and call.
 */
import { isIdentity } from '../protocol.ts';
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

function createPage(): Page {
  // No Map or Set: there are pages that use these names for something else.
  let widgets: readonly Widget[] = [];
  let listeners: readonly (readonly [event: string, listener: Listener])[] = [];
  /** The visitor of all channels; those that come later get it too. */
  let identity: string | undefined;

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
  const fail = (message: string, channel?: string) => {
    // biome-ignore lint/suspicious/noConsole: the developer of the page reads it there.
    console.error(`Parley: ${message}`);
    report('error', { code: 'invalid_call', message, ...(channel && { channel }) });
  };
  const find = (channel?: string): readonly Widget[] => {
    if (channel === undefined) return widgets;
    const found = widgets.filter(({ options }) => options.channel === channel);
    if (found.length === 0) fail(`There is no channel ${channel} on this page.`, channel);
    return found;
  };
  const arrange = () => {
    const places = [0, 0];
    for (const widget of widgets) {
      const side = widget.options.left ? 0 : 1;
      widget.setShift(step * (places[side] ?? 0));
      places[side] = (places[side] ?? 0) + 1;
    }
  };
  const openOnly = (widget: Widget | undefined) => {
    if (widget === undefined) return;
    for (const other of widgets) if (other !== widget) other.close();
    widget.open();
  };
  // Applications replace the content of the document: a widget that they removed by that comes back.
  const observer = new MutationObserver(() => {
    for (const widget of widgets) widget.attach();
  });

  const page: Page = {
    open: (channel) => openOnly(find(channel)[0]),
    close: (channel) => {
      for (const widget of find(channel)) widget.close();
    },
    toggle: (channel) => {
      const [widget] = find(channel);
      if (widget?.isOpen()) widget.close();
      else openOnly(widget);
    },
    setUser: (jwt, channel) => {
      if (!isIdentity(jwt)) return fail('setUser takes a JSON Web Token.', channel);
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
    push: (...calls) => {
      for (const call of calls) run(call);
      return widgets.length;
    },
    init: (settings, src = '') => {
      try {
        const options = readOptions(settings, src, (message) => fail(message, `${settings['channel']}`));
        const { channel } = options;
        const known = widgets.find((each) => each.options.channel === channel);
        if (known !== undefined) return known.attach();
        const widget = createWidget(options, (event, detail) => {
          if (event === 'open') for (const other of widgets) if (other !== widget) other.close();
          report(event, { channel, ...detail });
        });
        widgets = [...widgets, widget];
        if (identity !== undefined) widget.setUser(identity);
        arrange();
        observer.observe(document.documentElement, { childList: true });
        if (options.open) widget.open();
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    },
  };
  const calls: Readonly<Record<string, (...args: never[]) => void>> = page as never;
  const run = (call: unknown) => {
    const [name, ...args] = Array.isArray(call) ? call : [];
    if (typeof name === 'string' && Object.hasOwn(page, name)) calls[name]?.(...(args as never[]));
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
