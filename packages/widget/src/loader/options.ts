import { isChannel, type Mode } from '../protocol.ts';

/** Options of a channel on a host page. */
export interface Options {
  readonly channel: string;
  /** The origin of the instance. */
  readonly host: string;
  readonly mode: Mode | undefined;
  readonly accent: string | undefined;
  /** The launcher module changes it if the page leaves `position` to the channel. */
  side: 'left' | 'right';
  /** The side that the page names. */
  readonly position: string | undefined;
  /** The accessible name of the launcher; undefined for the default. */
  readonly label: string | undefined;
  /** Undefined for the top layer, above every z-index. */
  readonly zIndex: string | undefined;
  /** The distance from the edges of the window, in pixels. */
  readonly offset: string;
  readonly open: boolean;
  /** False without a launcher: the page opens the panel by a button of its own. */
  readonly launcher: boolean;
  /** The element of the page that the chat fills, or its selector; undefined for a panel. */
  readonly target: unknown;
  /** The language of the chat; undefined for the channel's, or the visitor's. */
  readonly language: string | undefined;
}

/** Options as a page gives them: by attributes and queries as texts, by `window.parleySettings` as any value. */
export type Given = Readonly<Record<string, unknown>>;

const defaultOffset = '20';

/** The server writes its own origin here (`http/pages/widget.ts`), so that a copy elsewhere finds its instance. */
const home = '__PARLEY_HOST__';

/** Options of a script element: the query of its address, and its attributes, which win. */
export function readScript({ src, dataset }: HTMLScriptElement): Given {
  const query = /^https?:/.test(src) ? new URL(src).searchParams : [];
  return { ...Object.fromEntries(query), ...dataset };
}

/** The forms of options that aren't free; the frame reads them once more. */
const forms = {
  theme: /^(auto|light|dark)$/,
  accent: /^#[0-9a-f]{6}$/i,
  position: /^(left|right)$/,
  zIndex: /^\d{1,10}$/,
  offset: /^\d{1,4}$/,
  language: /^[a-z]{2,3}(-\w{2,8})*$/i,
  launcher: /^(auto|none)$/,
};

/**
 * The options that a page gives. `src` is the address of the script; empty if it runs inline. Throws a sentence for the
 * developer if the channel or the instance isn't named. Other invalid options are named to `warn` and left out.
 */
export function readOptions(given: Given, src: string, warn: (message: string) => void): Options {
  const { channel, label, open, host, target } = given;
  if (!isChannel(channel)) {
    throw new Error(`channel must be the ID of a channel (channel_…), not ${JSON.stringify(channel ?? '')}.`);
  }
  const [theme, accent, position, zIndex, offset, language, launcher] = Object.entries(forms).map(([name, form]) => {
    const value = `${given[name] ?? ''}`;
    if (form.test(value)) return value;
    if (value !== '') warn(`${name} can’t be ${JSON.stringify(value)}.`);
    return undefined;
  });
  return {
    channel,
    host: hostOf(host, src),
    mode: theme as Mode | undefined,
    accent,
    side: (position ?? 'right') as Options['side'],
    position,
    label: label ? `${label}` : undefined,
    zIndex,
    offset: offset ?? defaultOffset,
    open: `${open ?? false}` !== 'false',
    language,
    launcher: launcher !== 'none',
    target: target || undefined,
  };
}

/** The instance: the named one, the one that served the script, or the one that a copy comes from. */
function hostOf(host: unknown, src: string): string {
  const isServed = /\/\/[^/?#]+\/widget(\.\w+)?\.js/.test(src);
  const [address] = /^https?:\/\/[^/?#]+/.exec(`${host || (isServed || !home.startsWith('http') ? src : home)}`) ?? [];
  if (address === undefined)
    throw new Error('host must be the address of the service, such as https://chat.example.com.');
  return new URL(address).origin;
}
