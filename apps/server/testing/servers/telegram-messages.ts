import { parseTelegramHtml, type TelegramEntity } from '../platform-formats/telegram.ts';
import type { Answer, Got } from './platform-server.ts';

/** A bot as its owner knows it. */
export interface Bot {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/** A message of a bot as its readers see it. */
export interface ShownMessage {
  readonly bot: number;
  readonly chat: number;
  readonly id: number;
  /** Without format. */
  readonly text: string;
  readonly entities: readonly TelegramEntity[];
  readonly topic: number | undefined;
  readonly repliesTo: number | undefined;
  readonly hasPreview: boolean;
  /** The data of the buttons below it, by their labels. */
  readonly buttons: Readonly<Record<string, string>>;
}

/** The answer to a call that works. */
export const ok = (result: unknown): Answer => ({ json: { ok: true, result } });

/** The answer to a call that is refused. */
export const refuse = (status: number, description: string, parameters?: object): Answer => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

/** The data of the buttons below a message, by their labels. */
export function buttonsOf(body: Got['json']): Readonly<Record<string, string>> {
  const { inline_keyboard: rows = [] } = (body['reply_markup'] ?? {}) as {
    inline_keyboard?: readonly (readonly { text: string; callback_data: string }[])[];
  };
  return Object.fromEntries(rows.flat().map(({ text, callback_data: data }) => [text, data]));
}

/** Returns the rest of a text after it is parsed; Telegram's description if it refuses it. */
export function parse(text: string, mode: unknown): Pick<ShownMessage, 'text' | 'entities'> | string {
  if (mode === undefined) return { text, entities: [] };
  if (mode !== 'HTML') return 'Bad Request: unsupported parse_mode';
  try {
    return parseTelegramHtml(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
