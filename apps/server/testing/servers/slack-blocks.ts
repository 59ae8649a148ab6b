import type { Got } from './platform-server.ts';

/** A message of an app as its readers get it. */
export interface PostedMessage {
  readonly user: string;
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  /** As mrkdwn. */
  readonly text: string;
  readonly isFormatted: boolean;
  readonly unfurls: boolean;
  readonly blocks: readonly Block[];
}

/** A block of a message: a text, or buttons. */
export interface Block {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly elements?: readonly Readonly<Record<string, unknown>>[];
}

/** The blocks of a message. */
export const blocksOf = (body: Got['json']): readonly Block[] =>
  Array.isArray(body['blocks']) ? (body['blocks'] as Block[]) : [];

/** True if blocks have a text that is too long, or buttons that are too many, too long, or not told apart (Block Kit). */
export const areInvalid = (blocks: readonly Block[]): boolean =>
  blocks.some(({ type, text, elements = [] }) => {
    if (type === 'context' && (elements.length < 1 || elements.length > 10)) return true;
    if (type === 'section') return (text?.text.length ?? 0) < 1 || (text?.text.length ?? 0) > 3_000;
    const labels = elements.map(({ text: label }) => (label as Block['text'])?.text ?? '');
    const ids = new Set(elements.map(({ action_id: id }) => id));
    const isLong = labels.some((label) => label.length < 1 || label.length > 75);
    return type === 'actions' && (elements.length > 25 || ids.size < elements.length || isLong);
  });

/** A click on a button: its label, its time and the address for a change of the message. */
interface Click {
  readonly label: string;
  /** Ada by default. */
  readonly user?: string | undefined;
  readonly actionTs: string;
  readonly url: string;
}

/** The body that tells of a click (Slack, `block_actions`). */
export function clickOf(
  { ts, channel, threadTs, text, blocks }: PostedMessage,
  { label, user = 'U0ADA00001', actionTs, url }: Click,
) {
  const buttons = blocks.flatMap(({ elements = [] }) => elements);
  const button = buttons.find(({ text: shown }) => (shown as Block['text'])?.text === label);
  if (button === undefined) throw new Error(`There is no button ${label}.`);
  return {
    ...{ type: 'block_actions', user: { id: user, name: user.toLowerCase() }, channel: { id: channel } },
    message: { type: 'message', ts, text, blocks, ...(threadTs !== undefined && { thread_ts: threadTs }) },
    container: { type: 'message', message_ts: ts, channel_id: channel },
    response_url: url,
    actions: [{ ...button, action_ts: actionTs }],
  };
}
