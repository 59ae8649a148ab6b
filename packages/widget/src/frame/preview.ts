import { speak } from './language.ts';
import { readSettings, type Settings } from './settings.ts';

/** The settings that a preview in the dashboard shows instead of those of the channel. */
export interface Preview {
  /** The settings to show; undefined before the first. */
  settings(): Settings | undefined;
  /** Shows other settings, once their language is there. */
  show(settings: Readonly<Record<string, unknown>>): void;
}

/** Creates the preview. `onChange` is called when its settings have changed. */
export function createPreview(onChange: () => void): Preview {
  let shown: Settings | undefined;
  /** The settings asked for last: earlier ones may still wait for their language. */
  let latest: unknown;
  return {
    settings: () => shown,
    show: (settings) => {
      latest = settings;
      void speak({ wanted: [`${settings['language']}`, ...navigator.languages], isMirrored: false }).then(() => {
        if (latest !== settings) return;
        shown = readSettings(settings);
        onChange();
      });
    },
  };
}
