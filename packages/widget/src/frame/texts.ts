/** The texts of the chat, in English. A channel's `texts` replace them by their keys; `{…}` are filled in. */
export const defaultTexts = {
  placeholder: 'Write a message…',
  messageLabel: 'Message',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  open: 'Open chat',
  unread: '{count} unread',
  close: 'Close chat',
  mute: 'Mute sounds',
  unmute: 'Turn sounds on',
  newConversation: 'New conversation',
  newConversationQuestion: 'Start over? This conversation stays with the team.',
  cancel: 'Cancel',
  conversation: 'Conversation',
  suggestions: 'Suggestions',
  you: 'You',
  person: 'Team',
  typing: 'Writing a reply…',
  sources: 'Sources ({count})',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  thanks: 'Thank you for your feedback.',
  failed: 'The reply could not be completed.',
  stopped: 'Stopped.',
  confirming: 'Someone has to confirm this first. You will get an answer here.',
  notSent: 'Not sent.',
  sending: 'Sending…',
  takenOver: 'A person from the team is answering.',
  askPerson: 'Talk to a person',
  personSoon: 'A person will answer here as soon as possible.',
  personWithin: 'A person will answer here, usually within {time}.',
  personFrom: 'We are away. A person will answer here from {time}.',
  closed: 'This conversation is closed.',
  unavailable: 'No one can answer right now. Your message is kept.',
  offline: 'You are offline. Messages are sent once you are back.',
  reconnecting: 'Connection lost. Reconnecting…',
  tooLong: '{count} characters too many',
  limitReached: 'The limit of messages is reached. Please try again later.',
  busy: 'Too many requests at once. Please wait a moment.',
  problem: 'That did not work. Please try again.',
  code: 'Code',
  table: 'Table',
  earlier: 'Show earlier messages',
  loading: 'Loading…',
  notFoundTitle: 'This chat does not exist',
  notFound: 'It may have been removed. Check the address.',
  inactiveTitle: 'This chat is switched off',
  inactive: 'Please come back later.',
  originTitle: 'This chat is not available here',
  origin: 'The owner has not allowed it on this site.',
  identityTitle: 'Please sign in',
  identity: 'This chat is for signed-in visitors. Sign in on this site, or reload the page.',
  formSend: 'Continue',
  formSkip: 'Skip',
  formRequired: 'Please fill in this field.',
  formTick: 'Please tick this box.',
  formEmail: 'Please enter an email address.',
  formPhone: 'Please enter a phone number.',
  formChoose: 'Choose…',
  formOptional: '(optional)',
  formThanks: 'Thank you.',
  quickReplies: 'Suggested answers',
  conversations: 'Your conversations',
  back: 'Back',
  noText: 'No messages yet',
  isUnread: 'Unread',
  isClosed: 'Closed',
  moreConversations: 'Show older conversations',
  transcript: 'Email this conversation',
  transcriptTo: 'Email address',
  transcriptSent: 'The transcript is on its way.',
  transcriptLimit: 'Too many transcripts were sent. Please try again later.',
  popOut: 'Open in a window',
  poppedOut: 'The chat is open in a window of its own.',
  showPopOut: 'Show the window',
  bringBack: 'Continue here',
  noPopOut: 'No window? Open the chat in a new tab.',
  unreachableTitle: 'No connection',
  unreachable: 'The chat could not be loaded. It tries again by itself.',
} as const;

/** The key of a text that a channel may replace. */
export type TextKey = keyof typeof defaultTexts;

/** All texts of a chat. */
export type Texts = Readonly<Record<TextKey, string>>;

/** The texts of a language. English replaces those that are missing. */
export type Translation = Readonly<Partial<Texts>>;

/** The language of the chat (BCP 47), and its texts. */
let language = 'en';
let current: Texts = defaultTexts;

/** True if the chat is in English, as the messages of the service are. */
export const isEnglish = (): boolean => language === 'en';

/** Sets the language of the texts that `withDefaults` returns from now on. */
export function setLanguage(code: string, translation: Translation): void {
  language = code;
  current = { ...defaultTexts, ...translation };
}

/** The texts of the language, overridden by a channel's; unknown keys and values of other types are ignored. */
export function withDefaults(own: unknown): Texts {
  const given = typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {};
  const texts: Record<string, string> = { ...current };
  for (const key of Object.keys(defaultTexts)) {
    const text = given[key];
    if (typeof text === 'string' && text.trim() !== '') texts[key] = text;
  }
  return texts as Texts;
}

/** Writes a time as the language does: the hour of today, or else the day. */
export function timeOf(iso: string): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(language, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' });
}

/** Fills a number into a text, as the language writes it. */
export const fill = (text: string, count: number): string => text.replace('{count}', count.toLocaleString(language));
