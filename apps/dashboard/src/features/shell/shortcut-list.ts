import { commandKey, goTargets } from './shortcuts.ts';

/** Every shortcut, as the help lists them. */
export const shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: [commandKey, 'K'], label: 'Search and commands' },
  { keys: ['/'], label: 'Search on this page' },
  { keys: ['n'], label: 'New agent' },
  ...goTargets.map(({ key, label }) => ({ keys: ['g', key], label })),
  { keys: ['j'], label: 'Next conversation in the list' },
  { keys: ['k'], label: 'Previous conversation' },
  { keys: ['Shift', 'J'], label: 'Next unread conversation' },
  { keys: ['v'], label: 'Views of conversations' },
  { keys: ['t'], label: 'Take over the conversation' },
  { keys: ['b'], label: 'Give it back to the agent' },
  { keys: ['r'], label: 'Reply' },
  { keys: ['e'], label: 'Close it and open the next; with Shift, only close' },
  { keys: ['o'], label: 'Reopen it' },
  { keys: ['a'], label: 'Assign it to a person or a team' },
  { keys: ['p'], label: 'Set its priority' },
  { keys: ['h'], label: 'Let it rest until a time' },
  { keys: ['l'], label: 'Tag it' },
  { keys: ['z'], label: 'Undo closing, giving back, assigning or resting' },
  { keys: ['x'], label: 'Select the conversation; with Shift, all up to it' },
  { keys: ['Shift', 'U'], label: 'Mark all conversations as read' },
  { keys: ['Enter'], label: 'Open the conversation; send a message' },
  { keys: [commandKey, 'S'], label: 'Save the agent' },
  { keys: ['Esc'], label: 'Close a dialog or menu; from a conversation to its row, then to the list' },
  { keys: ['?'], label: 'Show this list' },
];
