import { paths } from '../../paths.ts';

/** True if the keyboard has a command key instead of Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The modifier key of commands, as keyboards label it. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** Time for which a letter may follow `g`, in ms. */
export const goWindow = 1_500;

/** The targets of `g` and a letter. */
export const goTargets = [
  { key: 'h', to: paths.home, label: 'Go to Home' },
  { key: 'a', to: paths.agents, label: 'Go to Agents' },
  { key: 'c', to: paths.conversations, label: 'Go to Conversations' },
  { key: 'l', to: paths.knowledge, label: 'Go to Knowledge' },
  { key: 'k', to: paths.keys, label: 'Go to API Keys' },
  { key: 'm', to: paths.members, label: 'Go to Members' },
  { key: 'u', to: paths.usage, label: 'Go to Plan & usage' },
] as const;
