import type { Mode } from '../../protocol.ts';
import type { Rule } from './rules.ts';

interface Colors {
  readonly accent?: string;
  readonly accentText?: string;
}

/** Public data of a channel's launcher, as the server writes it into the module (`platforms/web/launcher.ts`). */
export interface LauncherSettings {
  /** ID of the agent, for its seal. */
  readonly agent: string;
  readonly icon: 'chat' | 'question' | 'seal' | 'picture';
  /** Path of the picture on the instance; only of that icon. */
  readonly picture?: string;
  /** Empty for a round launcher. */
  readonly text: string;
  /** Language of the chat: a code, or `auto` for the visitor's. */
  readonly language: string;
  readonly position: 'left' | 'right';
  /** The channel's own name of the launcher, and words for `{count}` unread replies; absent for the chat's. */
  readonly open?: string;
  readonly unread?: string;
  readonly theme: { readonly mode: Mode; readonly light: Colors; readonly dark: Colors };
  readonly titleBadge: boolean;
  readonly proactive: readonly Rule[];
}
