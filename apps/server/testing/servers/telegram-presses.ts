import type { Answer, Got } from './platform-server.ts';
import { type Bot, buttonsOf, ok, parse, refuse, type ShownMessage } from './telegram-messages.ts';

/** A press of a button by a user. */
export interface Press {
  readonly label: string;
  readonly user: number;
}

/** The buttons below messages of bots: presses, the answers to them, and messages that are edited. */
export function createPresses(shown: ShownMessage[]) {
  const answered: { readonly user: number; readonly text: string; readonly isAlert: boolean }[] = [];
  const queries = new Map<string, number>();
  let last = 0;

  const editMessageText = ({ id: bot }: Bot, body: Got['json']): Answer => {
    const place = shown.findIndex(({ id, chat }) => id === body['message_id'] && chat === body['chat_id']);
    const old = shown[place];
    if (old === undefined || old.bot !== bot) return refuse(400, 'Bad Request: message to edit not found');
    const parsed = parse(String(body['text'] ?? ''), body['parse_mode']);
    if (typeof parsed === 'string') return refuse(400, parsed);
    const buttons = buttonsOf(body);
    if (parsed.text === old.text && Object.keys(buttons).length === Object.keys(old.buttons).length)
      return refuse(400, 'Bad Request: message is not modified');
    shown[place] = { ...old, ...parsed, buttons };
    return ok({ message_id: old.id });
  };

  const answerCallbackQuery = (_bot: Bot, body: Got['json']): Answer => {
    const user = queries.get(String(body['callback_query_id']));
    const text = String(body['text'] ?? '');
    if (user === undefined) return refuse(400, 'Bad Request: query is too old and response timeout expired');
    if (text.length > 200) return refuse(400, 'Bad Request: MESSAGE_TOO_LONG');
    answered.push({ user, text, isAlert: body['show_alert'] === true });
    return ok(true);
  };

  return {
    methods: { editMessageText, answerCallbackQuery },
    /** The answers to presses, which only one person sees. */
    answered,
    /** The update that tells of a press. */
    updateOf: (message: ShownMessage, { label, user }: Press) => {
      last += 1;
      const id = `9${last}`;
      queries.set(id, user);
      const from = { id: user, is_bot: false, first_name: 'Ada' };
      const below = { message_id: message.id, chat: { id: message.chat, type: 'group' }, date: 1 };
      const query = { id, from, message: below, data: message.buttons[label], chat_instance: '1' };
      return { update_id: 600_000_000 + last, callback_query: query };
    },
  };
}
