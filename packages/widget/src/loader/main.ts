/**
 * `/widget.js`: adds a launcher for the channel of its own script element, and `window.parley` for the page.
 * See the README for what a page can call.
 */
import { isIdentity } from '../protocol.ts';
import { readOptions } from './options.ts';
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
  /** Adds the channel of a script element; the script itself calls it. */
  mount(script: HTMLScriptElement): void;
}

declare global {
  interface Window {
    parley?: Page | unknown[];
  }
}

/** The size of a launcher and the space beside it, in pixels. */
const step = 72;

function createPage(): Page {
  const widgets = new Map<string, Widget>();
  const listeners = new Map<string, Set<Listener>>();
  /** The visitor of all channels; those that come later get it too. */
  let identity: string | undefined;

  const report = (event: string, detail: Readonly<Record<string, unknown>>) => {
    for (const listener of listeners.get(event) ?? []) {
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
  const find = (channel?: string): Widget[] => {
    if (channel === undefined) return [...widgets.values()];
    const widget = widgets.get(channel);
    if (widget === undefined) fail(`There is no channel ${channel} on this page.`, channel);
    return widget === undefined ? [] : [widget];
  };
  const arrange = () => {
    const places = [0, 0];
    for (const widget of widgets.values()) {
      const side = widget.options.left ? 0 : 1;
      widget.setShift(step * (places[side] ?? 0));
      places[side] = (places[side] ?? 0) + 1;
    }
  };
  const openOnly = (widget: Widget | undefined) => {
    if (widget === undefined) return;
    for (const other of widgets.values()) if (other !== widget) other.close();
    widget.open();
  };
  // Applications replace the content of the document: a widget that they removed by that comes back.
  const observer = new MutationObserver(() => {
    for (const widget of widgets.values()) widget.attach();
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
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off: (event, listener) => {
      listeners.get(event)?.delete(listener);
    },
    destroy: (channel) => {
      for (const widget of find(channel)) {
        widgets.delete(widget.options.channel);
        widget.destroy();
      }
      arrange();
      if (widgets.size === 0) observer.disconnect();
    },
    push: (...calls) => {
      for (const call of calls) run(call);
      return widgets.size;
    },
    mount: (script) => {
      try {
        const options = readOptions(script);
        const { channel } = options;
        if (widgets.has(channel)) return widgets.get(channel)?.attach();
        const widget = createWidget(options, (event, detail) => {
          if (event === 'open') for (const other of widgets.values()) if (other !== widget) other.close();
          report(event, { channel, ...detail });
        });
        widgets.set(channel, widget);
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

/** The element that runs, or all of ours if a page's tools run it in another way: mounting one twice changes nothing. */
const scripts =
  document.currentScript instanceof HTMLScriptElement
    ? [document.currentScript]
    : document.querySelectorAll<HTMLScriptElement>('script[data-channel][src*="/widget.js"]');
const earlier = window.parley;
const page = earlier !== undefined && 'mount' in earlier ? earlier : createPage();
window.parley = page;
// Listeners first, so that they hear the script's own events; calls that need a channel come after it.
const queued = Array.isArray(earlier) ? earlier : [];
const isListening = (call: unknown) => Array.isArray(call) && (call[0] === 'on' || call[0] === 'setUser');
page.push(...queued.filter(isListening));
for (const script of scripts) page.mount(script);
page.push(...queued.filter((call) => !isListening(call)));
