import type { Part } from '../../rendering/message-part.ts';
import type { Settlement } from '../inbound-message.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Max characters of the text above buttons and of a button, and max buttons
 * (https://docs.slack.dev/reference/block-kit/blocks/section-block, …/blocks/actions-block,
 * …/block-elements/button-element).
 */
const bounds = { text: 3_000, buttons: 25, button: 75 } as const;

/** Beginning of the `action_id` of each quick reply, which its number ends. */
const prefix = 'quick-reply-';

/** True if Slack can show replies as buttons below a part of a message. */
export const takesButtons = (replies: readonly string[], { text }: Part): boolean =>
  text.length <= bounds.text &&
  replies.length <= bounds.buttons &&
  replies.every((reply) => reply.length <= bounds.button);

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text }, expand: true });

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Blocks of a text with replies below it. Notifications show the text of the message. */
export const withReplies = (text: string, replies: readonly string[]) => [
  section(text),
  {
    type: 'actions',
    elements: replies.map((reply, index) => ({
      ...{ type: 'button', action_id: `${prefix}${index}`, text: plain(reply), value: reply },
    })),
  },
];

/** The quick reply that an action has chosen; undefined for another action. */
export function chosenReply({ action_id: id, value }: Fields): string | undefined {
  const reply = stringOf(value).trim();
  return stringOf(id).startsWith(prefix) && reply !== '' ? reply : undefined;
}

/** The message of a click with the chosen reply in place of the buttons; undefined if the click has no address. */
export function withoutButtons(body: Fields, reply: string): Settlement | undefined {
  const url = cutTo(stringOf(body['response_url']), 1_000);
  const message = fieldsOf(body['message']);
  const shown = listOf(message['blocks']).find(({ type }) => type === 'section');
  const text = stringOf(fieldsOf(shown?.['text'])['text']);
  if (url === '' || text === '') return undefined;
  const chosen = { type: 'context', elements: [plain(`✓ ${reply}`)] };
  const json = { replace_original: true, text: stringOf(message['text']) || text, blocks: [section(text), chosen] };
  return { url, json };
}
