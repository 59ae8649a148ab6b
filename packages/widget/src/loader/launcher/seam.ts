import type { Options } from '../options.ts';
import type { Panel } from '../panel.ts';

/** The widget of a channel, for the modules that change its launcher. */
export interface Seam {
  readonly options: Options;
  readonly panel: Panel;
  /** Time since a conversation was last had here, in ms; infinite if it isn't stored. */
  age(): number;
  /** Opens the chat; its first message is then the greeting. */
  open(greeting: string): void;
  /** Hears the events of the widget, and `destroy`. A module replaces it. */
  hear(event: string, detail: Readonly<Record<string, unknown>>): void;
}

/** True if the page checks the bytes of the script: it then trusts no other script of ours. */
const isPinned = (document.currentScript as HTMLScriptElement | null)?.integrity;

/**
 * Loads what the channel's settings say about the launcher. By `import`, which `script-src` allows and Trusted Types
 * don't concern. If it fails, the launcher stays as it is.
 */
export function decorate(seam: Seam): void {
  if (isPinned) return;
  const { host, channel } = seam.options;
  import(`${host}/chat/${channel}/launcher.js`).then(({ start }) => start(seam)).catch(() => {});
}
