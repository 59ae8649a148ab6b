import { randomBytes } from 'node:crypto';
import type { Answer, Got } from './platform-server.ts';
import { areInvalid, blocksOf, type PostedMessage } from './slack-blocks.ts';

/** The answer to a call that works. */
export const ok = (fields: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  json: { ok: true, ...fields },
  headers,
});

/** The answer to a call that is refused. Slack answers errors with status 200. */
export const refuse = (error: string, fields: object = {}, headers: Readonly<Record<string, string>> = {}): Answer => ({
  json: { ok: false, error, ...fields },
  headers,
});

/** Changes one of the messages of an app (`chat.update`). */
export function updatePosted(posted: PostedMessage[], user: string, body: Got['json']): Answer {
  const place = posted.findIndex(({ ts, channel }) => ts === body['ts'] && channel === body['channel']);
  const old = posted[place];
  if (old === undefined) return refuse('message_not_found');
  if (old.user !== user) return refuse('cant_update_message');
  if (areInvalid(blocksOf(body))) return refuse('invalid_blocks');
  posted[place] = { ...old, text: String(body['text']), blocks: blocksOf(body) };
  return ok({ channel: old.channel, ts: old.ts });
}

/** Random digits. */
export const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** An ID as Slack has them. */
export const slackId = (kind: string) => `${kind}0${hex(5).toUpperCase()}`;
