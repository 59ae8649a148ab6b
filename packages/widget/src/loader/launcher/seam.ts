import type { Options } from '../options.ts';
import type { Panel } from '../panel.ts';

/**
 * The widget of a channel, for the modules that change its launcher. They hear its events by `window.parley`. They may
 * be of another version, so the build shortens no name of a field that they use.
 */
export interface Seam {
  readonly options: Options;
  readonly panel: Panel;
  /** Aborted once the widget is removed. */
  readonly signal: AbortSignal;
  /** True if a conversation was had here in the last 24 hours. */
  readonly isRecent: boolean;
  /** Opens the chat; its first message is then the greeting. */
  open(greeting: string): void;
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
