import { generateKeyPairSync, sign } from 'node:crypto';
import { applicationId, commandOf, type InteractionDraft, snowflake } from '../messengers/discord-payloads.ts';
import { type Answer, type Got, startPlatform } from './platform-server.ts';

/** A message as people see it in Discord. */
export interface ShownMessage {
  readonly id: string;
  readonly channel: string;
  readonly by: 'answer' | 'follow-up' | 'bot';
  content: string;
  /** 4: without embeds, 64: only for its reader, 128: "thinking…". */
  flags: number;
}

interface Interaction {
  readonly channel: string;
  readonly createdAt: number;
  original: ShownMessage | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const minute = 60_000;
const botToken = 'MTIwMzk1ODEyOTM4OTEyNDYxOA.Gx7k2A.never-to-be-seen-0123456789';
const unauthorized: Answer = { status: 401, json: { message: '401: Unauthorized', code: 0 } };
const refused = (status: number, code: number, [message, errors]: readonly [string, object?]): Answer => ({
  ...{ status, json: { message, code, ...(errors !== undefined && { errors }) } },
});

/** The answer to too many requests, for `fails`. */
export const rateLimited = (seconds: number, global = false): Answer => ({
  status: 429,
  headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': global ? 'global' : 'user' },
  json: { message: 'You are being rate limited.', retry_after: seconds, global },
});

/** A Discord with one application: its API, and people who use its command. */
export async function startDiscordServer() {
  const keys = generateKeyPairSync('ed25519');
  const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const application: Record<string, unknown> = {
    ...{ id: applicationId, name: 'Bookshop', verify_key: publicKey, interactions_endpoint_url: null },
  };
  const commands = new Map<string, Fields>();
  const interactions = new Map<string, Interaction>();
  const nonces = new Map<string, { readonly message: ShownMessage; readonly at: number }>();
  const shown: ShownMessage[] = [];
  const outside = new Set<string>();
  let offset = 0;
  let token = botToken;
  let held: (() => void)[] | undefined;
  const now = () => Date.now() + offset;

  const show = (message: Omit<ShownMessage, 'id'>): ShownMessage => {
    const added = { ...message, id: snowflake() };
    shown.push(added);
    return added;
  };
  const jsonOf = (message: ShownMessage): Answer => ({
    ...{
      status: 200,
      json: { ...message, channel_id: message.channel, type: 0, author: { id: applicationId, bot: true } },
    },
  });

  const signed = (text: string, { late = 0, key = keys.privateKey }: InteractionDraft) => {
    const timestamp = String(Math.floor((now() - late) / 1000));
    const signature = sign(null, Buffer.from(timestamp + text), key).toString('hex');
    return { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp };
  };
  /** Sends a body to an address, signed like every request of Discord. */
  const post = async (url: string, body: object, draft: InteractionDraft = {}) => {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0',
      ...signed(text, draft),
    };
    const response = await fetch(url, { method: 'POST', headers, body: draft.instead ?? text });
    const answer = (await response.json().catch(() => ({}))) as Fields;
    return { status: response.status, answer, headers, text };
  };

  const checkContent = ({ content }: Fields): Answer | undefined => {
    const isFine = typeof content === 'string' && content.trim() !== '' && content.length <= 2_000;
    const errors = {
      content: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
    };
    return isFine ? undefined : refused(400, 50035, ['Invalid Form Body', errors]);
  };

  /** Pings an address as Discord does before it saves it: with a good signature, and with one of another key. */
  const verifyEndpoint = async (url: string): Promise<boolean> => {
    const ping = { ...{ type: 1, id: snowflake(), token: 'ping', version: 1 }, application_id: applicationId };
    const good = await post(url, ping);
    const bad = await post(url, ping, { key: generateKeyPairSync('ed25519').privateKey });
    return good.status === 200 && good.answer['type'] === 1 && bad.status === 401;
  };

  const onApplication = async ({ method, json }: Got): Promise<Answer> => {
    const url = json['interactions_endpoint_url'];
    if (method === 'PATCH' && typeof url === 'string' && !(await verifyEndpoint(url).catch(() => false))) {
      const message = 'Validation failed: Interactions endpoint url could not be verified.';
      const errors = [{ code: 'APPLICATION_INTERACTIONS_VALIDATION_FAILED', message }];
      return refused(400, 50035, ['Invalid Form Body', { interactions_endpoint_url: { _errors: errors } }]);
    }
    if (method === 'PATCH') Object.assign(application, json);
    return { status: 200, json: application };
  };

  const onCommands = ({ method, path, json }: Got): Answer => {
    if (method === 'GET') return { status: 200, json: [...commands.values()] };
    if (method === 'DELETE') return { status: commands.delete(path.split('/').at(-1) ?? '') ? 204 : 404 };
    const before = [...commands.values()].find(({ name, type }) => name === json['name'] && type === json['type']);
    const id = String(before?.['id'] ?? snowflake());
    commands.set(id, { ...json, id, application_id: applicationId, version: snowflake() });
    return { status: before === undefined ? 201 : 200, json: commands.get(id) };
  };

  const onAnswer = ({ method, json }: Got, original: ShownMessage): Answer => {
    if (method === 'GET') return jsonOf(original);
    const flags = Number(json['flags']) | (original.flags & 64);
    const content = String(json['content']).trim();
    return checkContent(json) ?? jsonOf(Object.assign(original, { content, flags }));
  };

  const onWebhook = (got: Got): Answer => {
    const { method, path, json } = got;
    const [, , , , app, given = ''] = path.split('/');
    const interaction = interactions.get(decodeURIComponent(given));
    if (app !== applicationId || interaction === undefined) return refused(404, 10015, ['Unknown Webhook']);
    if (now() - interaction.createdAt > 15 * minute) return refused(401, 50027, ['Invalid Webhook Token']);
    const { original, channel } = interaction;
    if (method !== 'POST') return original ? onAnswer(got, original) : refused(404, 10008, ['Unknown Message']);
    const content = String(json['content']).trim();
    const follow = () => show({ channel, by: 'follow-up', content, flags: Number(json['flags']) });
    return checkContent(json) ?? jsonOf(follow());
  };

  const onChannel = ({ path, json }: Got): Answer => {
    const channel = path.split('/')[4] ?? '';
    if (outside.has(channel)) return refused(403, 50001, ['Missing Access']);
    if (path.endsWith('/typing')) return { status: 204 };
    const wrong = checkContent(json);
    if (wrong !== undefined) return wrong;
    const nonce = `${channel} ${String(json['nonce'])}`;
    const known = json['enforce_nonce'] === true ? nonces.get(nonce) : undefined;
    if (known !== undefined && now() - known.at < 3 * minute) return jsonOf(known.message);
    const message = show({ channel, by: 'bot', content: String(json['content']).trim(), flags: Number(json['flags']) });
    nonces.set(nonce, { message, at: now() });
    return jsonOf(message);
  };

  const platform = await startPlatform((got) => {
    const { path, headers } = got;
    if (!headers['user-agent']?.startsWith('DiscordBot (')) return refused(403, 40333, ['internal network error']);
    if (path.startsWith('/api/v10/webhooks/')) return onWebhook(got);
    if (headers.authorization !== `Bot ${token}`) return unauthorized;
    if (path === '/api/v10/applications/@me') return onApplication(got);
    if (path.startsWith(`/api/v10/applications/${applicationId}/commands`)) return onCommands(got);
    if (/^\/api\/v10\/channels\/\d+\/(messages|typing)$/.test(path)) return onChannel(got);
    return refused(404, 0, ['404: Not Found']);
  });

  /** Shows what an answer to an interaction says, once Discord has it. */
  const acknowledge = (body: { token: string; channel_id: string }, answer: Fields) => {
    const data = (answer['data'] ?? {}) as { readonly content?: string; readonly flags?: number };
    if (answer['type'] !== 4 && answer['type'] !== 5) return;
    const isThinking = answer['type'] === 5;
    const flags = (data.flags ?? 0) | (isThinking ? 128 : 0);
    const original = show({ channel: body.channel_id, by: 'answer', content: data.content ?? '', flags });
    interactions.set(body.token, { channel: body.channel_id, createdAt: now(), original });
  };

  return {
    ...platform,
    ...{ applicationId, botToken, publicKey, application, commands, shown, outside, post },
    /** The messages that people see in a channel, in order, without those that still are "thinking…". */
    seen: (channel: string) => shown.filter((each) => each.channel === channel && (each.flags & 128) === 0),
    /** Sends a command to an address, and shows its answer. The same draft is the same interaction. */
    interact: async (url: string, draft: InteractionDraft = {}) => {
      const body = { ...commandOf(draft), ...draft.more };
      const sent = await post(url, body, draft);
      const isNew = !interactions.has(body.token) && sent.status === 200;
      if (isNew && held !== undefined) held.push(() => acknowledge(body, sent.answer));
      else if (isNew) acknowledge(body, sent.answer);
      return { ...sent, body };
    },
    /** Lets answers to interactions be on their way until `release`. */
    hold: () => {
      held = [];
    },
    release: () => {
      for (const each of held ?? []) each();
      held = undefined;
    },
    /** Deletes the answer to an interaction, as a moderator does. */
    deleteAnswer: (given: string) => {
      const interaction = interactions.get(given);
      if (interaction === undefined) return;
      shown.splice(shown.indexOf(interaction.original as ShownMessage), 1);
      interaction.original = undefined;
    },
    revoke: () => {
      token = 'another';
    },
    restore: () => {
      token = botToken;
    },
    advance: (ms: number) => {
      offset += ms;
    },
  };
}

export type DiscordServer = Awaited<ReturnType<typeof startDiscordServer>>;
