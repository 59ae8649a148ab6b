/** The colours that a user can choose. */
export const schemes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'System default', icon: 'screen' },
] as const;
