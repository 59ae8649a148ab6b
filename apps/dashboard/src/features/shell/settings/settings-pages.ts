import { paths } from '../../../paths.ts';
import type { IconName } from '../../../ui/page/icons.tsx';

/** A page of the settings. */
export interface SettingsPage {
  readonly to: (typeof paths)[keyof typeof paths];
  readonly label: string;
  readonly icon: IconName;
  /** Its users, if not all: admins of the workspace, or owners of the instance. Without it, everyone may. */
  readonly needs?: 'admin' | 'instance';
}

/** The pages of the settings in their groups. The column, the list on phones and the palette are made from this. */
export const settingsGroups: readonly { readonly heading: string; readonly pages: readonly SettingsPage[] }[] = [
  { heading: 'Account', pages: [{ to: paths.security, label: 'Security', icon: 'shield' }] },
  {
    heading: 'Workspace',
    pages: [
      { to: paths.general, label: 'General', icon: 'sliders' },
      { to: paths.members, label: 'Members', icon: 'people' },
      { to: paths.teams, label: 'Teams', icon: 'group' },
      { to: paths.hours, label: 'Hours', icon: 'clock' },
      { to: paths.savedReplies, label: 'Saved replies', icon: 'pencil' },
      { to: paths.models, label: 'Models', icon: 'sparkle', needs: 'instance' },
      { to: paths.usage, label: 'Plan & usage', icon: 'gauge' },
      { to: paths.auditLog, label: 'Audit log', icon: 'text', needs: 'admin' },
    ],
  },
  {
    heading: 'Developers',
    pages: [
      { to: paths.keys, label: 'API Keys', icon: 'key' },
      { to: paths.webhooks, label: 'Webhooks', icon: 'send', needs: 'admin' },
      { to: paths.events, label: 'Events', icon: 'menu', needs: 'admin' },
    ],
  },
];
