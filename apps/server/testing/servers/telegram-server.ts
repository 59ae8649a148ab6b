import { randomBytes } from 'node:crypto';
import { type Answer, type Got, startPlatform } from './platform-server.ts';
import { type Bot, buttonsOf, ok, parse, refuse, type ShownMessage } from './telegram-messages.ts';
import { createPresses, type Press } from './telegram-presses.ts';

interface Webhook {
  readonly url: string;
  readonly secretToken: string;
  readonly allowed: readonly string[];
  pending: number;
  lastError?: { readonly date: number; readonly message: string };
}

/** Max deliveries of an update until it is accepted, and the number of deliveries even if it was. */
export interface Sending {
  readonly attempts?: number;
  readonly times?: number;
  /** Sent instead of the registered token. */
  readonly secretToken?: string;
}

/** A press of a button by a user, and how it is sent. */
interface Pressing extends Sending, Press {}

/** Max characters of a message after its entities are parsed. */
const maxText = 4096;

/**
 * A real server that speaks Telegram's Bot API: tokens, webhooks with their secret, updates that are repeated until they
 * are accepted, and `sendMessage` with its refusals. `reach` leads a public address to a server on this machine.
 */
export async function startTelegramServer(reach: (url: string) => string = (url) => url) {
  const bots = new Map<string, Bot>();
  const webhooks = new Map<number, Webhook>();
  const shown: ShownMessage[] = [];
  const presses = createPresses(shown);
  const calls: { readonly method: string; readonly token: string; readonly body: Got['json'] }[] = [];
  const refused = new Map<number, string>();
  const moved = new Map<number, number>();
  let limitedUntil = 0;
  let lastId = 1_000;
  let lastBot = 700_000_000;
  let strict: ((body: Got['json']) => string | undefined) | undefined;

  const addToken = (id: number, username: string): Bot => {
    const bot = { id, username, token: `${id}:AA${randomBytes(25).toString('base64url').slice(0, 33)}` };
    bots.set(bot.token, bot);
    return bot;
  };

  const addBot = (username = `parley_${randomBytes(4).toString('hex')}_bot`): Bot => {
    lastBot += 1;
    return addToken(lastBot, username);
  };

  const setWebhook = ({ id }: Bot, body: Got['json']): Answer => {
    const url = String(body['url'] ?? '');
    const secretToken = String(body['secret_token'] ?? '');
    const { protocol, port } = new URL(url);
    if (protocol !== 'https:') return refuse(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook');
    if (!['', '80', '88', '8443'].includes(port))
      return refuse(400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
    if (!/^[A-Za-z0-9_-]{0,256}$/.test(secretToken))
      return refuse(400, 'Bad Request: secret token contains unallowed characters');
    const allowed = (body['allowed_updates'] as readonly string[] | undefined) ?? [];
    webhooks.set(id, { url, secretToken, allowed, pending: 0 });
    return { json: { ok: true, result: true, description: 'Webhook was set' } };
  };

  const getWebhookInfo = ({ id }: Bot): Answer => {
    const { url = '', pending = 0, lastError, allowed } = webhooks.get(id) ?? {};
    return ok({
      ...{ url, has_custom_certificate: false, pending_update_count: pending, allowed_updates: allowed },
      ...(lastError && { last_error_date: lastError.date, last_error_message: lastError.message }),
    });
  };

  const sendMessage = ({ id: bot }: Bot, body: Got['json']): Answer => {
    const chat = Number(body['chat_id']);
    const text = String(body['text'] ?? '');
    const why = refused.get(chat);
    if (why !== undefined) return refuse(Number(why.slice(0, 3)), why.slice(4));
    const supergroup = moved.get(chat);
    if (supergroup !== undefined)
      return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: supergroup,
      });
    if (chat === 0) return refuse(400, 'Bad Request: chat not found');
    const odd = strict?.(body);
    if (odd !== undefined) return refuse(400, odd);
    const parsed = parse(text, body['parse_mode']);
    if (typeof parsed === 'string') return refuse(400, parsed);
    if (parsed.text.trim() === '') return refuse(400, 'Bad Request: message text is empty');
    if (parsed.text.length > maxText) return refuse(400, 'Bad Request: message is too long');
    lastId += 1;
    const replied = body['reply_parameters'] as { message_id?: number } | undefined;
    const preview = body['link_preview_options'] as { is_disabled?: boolean } | undefined;
    shown.push({
      buttons: buttonsOf(body),
      ...{ bot, chat, id: lastId, ...parsed, topic: body['message_thread_id'] as number | undefined },
      ...{ repliesTo: replied?.message_id, hasPreview: preview?.is_disabled !== true },
    });
    return ok({ message_id: lastId, date: Math.floor(Date.now() / 1000), chat: { id: chat }, text: parsed.text });
  };

  const getMe = ({ id, username }: Bot): Answer => {
    const rights = { can_join_groups: true, can_read_all_group_messages: false };
    return ok({ id, is_bot: true, first_name: 'Bot', username, ...rights });
  };
  const methods: Readonly<Record<string, (bot: Bot, body: Got['json']) => Answer>> = {
    ...{ getMe, setWebhook, getWebhookInfo, sendMessage, sendChatAction: () => ok(true), ...presses.methods },
    deleteWebhook: ({ id }) => ok(webhooks.delete(id) || true),
  };

  const answer = ({ path, json: body }: Got): Answer => {
    const [, token = '', name = ''] = /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(path) ?? [];
    const bot = bots.get(token);
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!/^\d+:[A-Za-z0-9_-]{35}$/.test(token) || method === undefined) return refuse(404, 'Not Found');
    if (bot === undefined) return refuse(401, 'Unauthorized');
    calls.push({ method: name, token, body });
    const wait = Math.ceil((limitedUntil - Date.now()) / 1000);
    return wait > 0 ? refuse(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait }) : method(bot, body);
  };

  const platform = await startPlatform(answer);

  /** Sends one request of a webhook; returns its status, 0 if no answer came. */
  const knock = async ({ url, secretToken }: Pick<Webhook, 'url' | 'secretToken'>, update: object): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secretToken };
    try {
      const response = await fetch(reach(url), { method: 'POST', headers, body: JSON.stringify(update) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  };

  /** Sends an update to the webhook of a bot until it is accepted, `times` times; returns the status of each request. */
  const deliver = async ({ id }: Bot, update: object, { attempts = 1, times = 1, secretToken }: Sending = {}) => {
    const webhook = webhooks.get(id);
    if (webhook === undefined) return [];
    const statuses: number[] = [];
    for (let accepted = 0, tried = 0; accepted < times && tried < attempts * times; tried += 1) {
      const status = await knock({ ...webhook, secretToken: secretToken ?? webhook.secretToken }, update);
      statuses.push(status);
      if (status >= 200 && status < 300) accepted += 1;
    }
    return statuses;
  };

  return {
    ...{ url: platform.url, environment: platform.environment('telegram'), close: platform.close },
    ...{ fails: platform.fails, met: platform.met, heal: platform.heal },
    addBot,
    /** The messages that the bots' readers see, in order. */
    shown,
    /** The answers to presses, which only one person sees. */
    answered: presses.answered,
    /** Presses a button below a message; returns the status of each request. */
    press: (bot: Bot, message: ShownMessage, { label, user, ...sending }: Pressing) =>
      deliver(bot, presses.updateOf(message, { label, user }), sending),
    /** The calls with a valid token, in order. */
    calls,
    in: (chat: number) => shown.filter((message) => message.chat === chat),
    webhookOf: ({ id }: Bot) => webhooks.get(id),
    /** Makes a token invalid and returns the bot with another, as /revoke does; the webhook stays. */
    revoke: ({ id, username, token }: Bot): Bot => {
      bots.delete(token);
      return addToken(id, username);
    },
    /** Registers a webhook, as another program with the same token does. */
    register: (bot: Bot, url: string) => setWebhook(bot, { url }),
    /** Has messages to a chat refused, such as `403 Forbidden: bot was blocked by the user`; taken again without a reason. */
    refuse: (chat: number, why?: string) => (why === undefined ? refused.delete(chat) : refused.set(chat, why)),
    /** Has messages refused by their bodies. */
    refuseBodies: (judge: typeof strict) => {
      strict = judge;
    },
    /** Turns a group into a supergroup. */
    move: (from: number, to: number) => moved.set(from, to),
    /** Refuses every call for a while. */
    limit: (seconds: number) => {
      limitedUntil = Date.now() + seconds * 1000;
    },
    /** Tells of deliveries that failed, as `getWebhookInfo` does. */
    stumble: ({ id }: Bot, message: string) => {
      const webhook = webhooks.get(id);
      if (webhook !== undefined)
        Object.assign(webhook, { pending: 3, lastError: { date: Math.floor(Date.now() / 1000), message } });
    },
    deliver,
  };
}
