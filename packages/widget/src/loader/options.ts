import { isChannel, isColor, isMode, type Mode } from '../protocol.ts';

/** Options of a channel on a host page: the attributes of its script. */
export interface Options {
  readonly channel: string;
  /** The origin of the instance, which served the script. */
  readonly host: string;
  readonly mode: Mode | undefined;
  readonly accent: string | undefined;
  readonly left: boolean;
  /** The accessible name of the launcher; undefined for the default. */
  readonly label: string | undefined;
  readonly zIndex: number;
  /** The distance from the edges of the window, in pixels. */
  readonly offset: number;
  readonly open: boolean;
}

/** Below the browser's own layers, above what pages usually have. */
const defaultZIndex = 2147483000;
const defaultOffset = 20;

/** The options of a script element. Throws a sentence for the developer if there is no channel. */
export function readOptions(script: HTMLScriptElement): Options {
  const { channel, theme, accent, position, label, zIndex, offset, open } = script.dataset;
  if (!isChannel(channel)) {
    throw new Error(`data-channel must be the ID of a channel (channel_…), not ${JSON.stringify(channel ?? '')}.`);
  }
  return {
    channel,
    host: new URL(script.src, location.href).origin,
    mode: isMode(theme) ? theme : undefined,
    accent: isColor(accent) ? accent : undefined,
    left: position === 'left',
    label: label || undefined,
    zIndex: whole(zIndex) ?? defaultZIndex,
    offset: whole(offset) ?? defaultOffset,
    open: open !== undefined && open !== 'false',
  };
}

/** A whole number from 0 up to the largest z-index. */
function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Math.min(Number(text), 2147483647) : undefined;
}
