import { defaultAccents, readableOn } from '../color.ts';
import type { Mode } from '../protocol.ts';
import type { Colors, Theme } from './settings.ts';

/** The colours that a channel doesn't set; each text has a contrast of 4.5 on its ground. */
const defaults = {
  light: {
    accent: defaultAccents.light,
    background: '#ffffff',
    surface: '#f4f4f6',
    text: '#18181b',
    mutedText: '#63636e',
    border: '#e4e4e9',
  },
  dark: {
    accent: defaultAccents.dark,
    background: '#141417',
    surface: '#212126',
    text: '#f1f1f4',
    mutedText: '#a3a3ae',
    border: '#33333a',
  },
} as const;

/** Settings of the host page; they override the channel's. */
export interface Overrides {
  readonly mode?: Mode | undefined;
  readonly accent?: string | undefined;
}

/** Shows themes. */
export interface ThemeSetter {
  /** Shows a theme, and returns its accent with the text on it. */
  show(theme: Theme, overrides: Overrides): { readonly accent: string; readonly accentText: string };
}

/** Sets the eight variables on the document, and again if the system's mode changes. `onChange` follows that. */
export function createThemes(onChange: () => void): ThemeSetter {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', onChange);
  return {
    show: (theme, overrides) => {
      const wanted = overrides.mode ?? theme.mode;
      const mode = wanted === 'auto' ? (dark.matches ? 'dark' : 'light') : wanted;
      const colors = colorsOf(theme[mode], mode, overrides.accent);
      const { style, dataset } = document.documentElement;
      dataset['mode'] = mode;
      style.setProperty('color-scheme', mode);
      style.setProperty('--parley-radius', `${theme.radius}px`);
      for (const [name, value] of Object.entries(colors)) {
        style.setProperty(`--parley-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
      }
      return colors;
    },
  };
}

/** All colours of a mode. The text on an accent follows the accent, unless the channel sets it for that accent. */
function colorsOf(own: Colors, mode: 'light' | 'dark', accent: string | undefined) {
  const colors = { ...defaults[mode], ...own, ...(accent && { accent }) };
  const isOwnText = own.accentText !== undefined && (accent === undefined || accent === own.accent);
  return { ...colors, accentText: isOwnText && own.accentText ? own.accentText : readableOn(colors.accent) };
}
