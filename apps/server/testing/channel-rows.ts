/** The columns of a channel that says nothing about itself, for rows that a test writes. */
export const plainChannel = {
  ...{ name: '', settings: '{}', secrets: '', version: 1 },
  limits: JSON.stringify({ visitorMessagesPerDay: null, messagesPerDay: null, message: null }),
};
