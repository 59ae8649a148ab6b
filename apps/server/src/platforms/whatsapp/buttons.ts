import type { Part } from '../../rendering/message-part.ts';

/**
 * Max characters of the text above buttons, and of buttons and rows, and max numbers of these
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages,
 * …/interactive-list-messages).
 */
const bounds = { body: 1_024, buttons: 3, button: 20, rows: 10, row: 24 } as const;

const areShort = (replies: readonly string[], most: number) => replies.every((reply) => reply.length <= most);

const areButtons = (replies: readonly string[]) => replies.length <= bounds.buttons && areShort(replies, bounds.button);

/** True if WhatsApp can show replies below a part of a message: as buttons, or as the rows of a list. */
export const takesButtons = (replies: readonly string[], { text }: Part): boolean =>
  text.length <= bounds.body &&
  (areButtons(replies) || (replies.length <= bounds.rows && areShort(replies, bounds.row)));

/** A text with replies below it, as an interactive message. */
export function interactive(text: string, replies: readonly string[]) {
  const body = { text };
  if (areButtons(replies)) {
    const buttons = replies.map((title, index) => ({ type: 'reply', reply: { id: `reply-${index}`, title } }));
    return { type: 'button', body, action: { buttons } };
  }
  const rows = replies.map((title, index) => ({ id: `reply-${index}`, title }));
  // The button that opens the list needs a text, and its language isn't known here.
  return { type: 'list', body, action: { button: '☰', sections: [{ rows }] } };
}
