import { createHmac } from 'node:crypto';
import { type Answer, type Got, startPlatform } from './platform-server.ts';
import { hex, ok, refuse, slackId, updatePosted } from './slack-answers.ts';
import { areInvalid, blocksOf, clickOf, type PostedMessage } from './slack-blocks.ts';

/** An app that is installed to a workspace. */
export interface App {
  readonly token: string;
  readonly signingSecret: string;
  /** The user ID of its bot. */
  readonly user: string;
  readonly team: string;
  readonly scopes: Set<string>;
  /** The address that its events go to; empty until the address has answered the challenge. */
  requestUrl: string;
}

/** Deviations from an event that is signed now, and the number of deliveries. */
export interface EventSending {
  /** Max deliveries until it is accepted. Slack tries four times. */
  readonly attempts?: number;
  /** Age of its signature, in ms. */
  readonly late?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in place of the signed bytes. */
  readonly instead?: string;
}

/** The headers that sign a body now (Slack, "Verifying requests from Slack"). */
export function slackHeaders(signingSecret: string, body: string, at = Date.now()) {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}

/** Max characters of a text before Slack cuts it off. */
const maxText = 40_000;

/**
 * A real server that speaks Slack's Web API and Events API: tokens and scopes, channels that refuse, rate limits, and
 * signed events that are repeated until they are accepted. `reach` leads a public address to a server on this machine.
 */
export async function startSlackServer(reach: (url: string) => string = (url) => url) {
  const apps = new Map<string, App>();
  const gone = new Map<string, string>();
  const posted: PostedMessage[] = [];
  const whispered: { readonly user: string; readonly text: string }[] = [];
  const calls: { readonly method: string; readonly token: string; readonly body: Got['json'] }[] = [];
  const refused = new Map<string, string>();
  const commands = new Map<
    string,
    { readonly app: App; readonly channel: string; uses: number; readonly replaces?: string; readonly user?: string }
  >();
  let limitedUntil = 0;
  let last = 0;

  const nextTs = () => {
    last += 1;
    return `${Math.floor(Date.now() / 1000)}.${String(last).padStart(6, '0')}`;
  };

  const addApp = (scopes: readonly string[] = ['app_mentions:read', 'chat:write', 'im:history']): App => {
    const token = `xoxb-${Date.now()}-${hex(6)}-${hex(12)}`;
    const app = {
      ...{ token, signingSecret: hex(16), user: slackId('U'), team: slackId('T') },
      ...{ scopes: new Set(scopes), requestUrl: '' },
    };
    apps.set(token, app);
    return app;
  };

  const postMessage = (app: App, body: Got['json']): Answer => {
    if (!app.scopes.has('chat:write')) {
      return refuse('missing_scope', { needed: 'chat:write', provided: [...app.scopes].join(',') });
    }
    const channel = String(body['channel'] ?? '');
    const text = String(body['text'] ?? '');
    const why = refused.get(channel);
    if (why !== undefined) return refuse(why);
    if (!/^[CDGUW][A-Z0-9]+$/.test(channel)) return refuse('channel_not_found');
    if (text.trim() === '') return refuse('no_text');
    if (text.length > maxText) return refuse('msg_too_long');
    if (areInvalid(blocksOf(body))) return refuse('invalid_blocks');
    const message = {
      ...{ user: app.user, channel, ts: nextTs(), threadTs: body['thread_ts'] as string | undefined, text },
      ...{ isFormatted: body['mrkdwn'] !== false, unfurls: body['unfurl_links'] !== false },
      blocks: blocksOf(body),
    };
    posted.push(message);
    return ok({ channel, ts: message.ts, message: { type: 'message', user: app.user, text, ts: message.ts } });
  };

  const authTest = ({ user, team, scopes }: App): Answer =>
    ok(
      {
        ...{ url: 'https://shop.slack.com/', team: 'Shop', user: 'assistant', team_id: team, user_id: user },
        ...{ bot_id: slackId('B'), is_enterprise_install: false },
      },
      { 'x-oauth-scopes': [...scopes].join(',') },
    );

  const methods: Readonly<Record<string, (app: App, body: Got['json']) => Answer>> = {
    'chat.postMessage': postMessage,
    'chat.update': (app, body) => updatePosted(posted, app.user, body),
    'auth.test': authTest,
  };

  /** Shows a reply at the address of a slash command, which takes `uses` of them. */
  const respond = (address: string, body: Got['json']): Answer => {
    const command = commands.get(address);
    if (command === undefined || command.uses === 0) return { status: 404, json: { ok: false, error: 'expired_url' } };
    command.uses -= 1;
    if (body['response_type'] === 'ephemeral') {
      whispered.push({ user: command.user ?? '', text: String(body['text']) });
      return ok({});
    }
    const { replaces } = command;
    if (replaces !== undefined) {
      const place = posted.findIndex(({ ts }) => ts === replaces);
      const old = posted[place];
      if (old === undefined || body['replace_original'] !== true) return refuse('no_text');
      posted[place] = { ...old, text: String(body['text']), blocks: blocksOf(body) };
      return ok({});
    }
    const shown = { ts: nextTs(), threadTs: undefined, text: String(body['text']), isFormatted: true, unfurls: false };
    posted.push({ blocks: blocksOf(body), user: command.app.user, channel: command.channel, ...shown });
    return ok({});
  };

  const answer = ({ path, headers, json: body }: Got): Answer => {
    const [, name = ''] = /^\/api\/([A-Za-z.]+)$/.exec(path) ?? [];
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) return refuse('unknown_method');
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === '') return refuse('not_authed');
    const app = apps.get(token);
    if (app === undefined) return refuse(gone.get(token) ?? 'invalid_auth');
    calls.push({ method: name, token, body });
    const wait = Math.ceil((limitedUntil - Date.now()) / 1000);
    if (wait <= 0) return method(app, body);
    return { ...refuse('ratelimited', {}, { 'retry-after': String(wait) }), status: 429 };
  };

  const platform = await startPlatform((got) => (commands.has(got.path) ? respond(got.path, got.json) : answer(got)));

  /** Sends one signed request; returns its status, 0 if no answer came, and its text. */
  const knock = async (app: App, url: string, { body, sending = {}, retry = 0 }: Knock) => {
    const { late = 0, headers = {}, instead } = sending;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const signed = slackHeaders(app.signingSecret, text, Date.now() - late);
    const retried = retry > 0 && { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_error' };
    try {
      const response = await fetch(reach(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed, ...retried, ...headers },
        body: instead ?? text,
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: 0, text: '' };
    }
  };

  return {
    url: platform.url,
    environment: platform.environment('slack'),
    fails: platform.fails,
    close: platform.close,
    addApp,
    nextTs,
    /** The messages that the apps' readers see, in order. */
    posted,
    /** The answers that only one person sees. */
    whispered,
    /** The calls with a valid token, in order. */
    calls,
    /** Makes a token invalid; its error is `token_revoked` or another one. */
    revoke: ({ token }: App, error = 'token_revoked') => {
      apps.delete(token);
      gone.set(token, error);
    },
    /** Has messages to a channel refused, such as `is_archived`. */
    refuse: (channel: string, error: string) => refused.set(channel, error),
    /** Refuses every call for a while. */
    limit: (seconds: number) => {
      limitedUntil = Date.now() + seconds * 1000;
    },
    /** Makes sure of an address by the challenge, and sends the app's events there; throws if it doesn't answer. */
    verify: async (app: App, url: string) => {
      const challenge = hex(26);
      const body = { token: hex(12), challenge, type: 'url_verification' };
      const { status, text } = await knock(app, url, { body });
      const given = text.startsWith('{') ? (JSON.parse(text) as { challenge?: string }).challenge : text;
      if (status !== 200 || given !== challenge) throw new Error(`Your URL didn't respond: ${status} ${text}`);
      app.requestUrl = url;
    },
    /** Sends a body to the address of an app until it is accepted; returns the status of each request. */
    deliver: async (app: App, body: unknown, sending: EventSending = {}): Promise<number[]> => {
      const statuses: number[] = [];
      for (let retry = 0; retry < (sending.attempts ?? 1); retry += 1) {
        const { status } = await knock(app, app.requestUrl, { body, sending, retry });
        statuses.push(status);
        if (status >= 200 && status < 300) break;
      }
      return statuses;
    },
    /** Gives a slash command in a channel; returns the status and the text of the answer. */
    command: (app: App, fields: Readonly<Record<string, string>>, uses = 5) => {
      const address = `/commands/${hex(8)}`;
      commands.set(address, { app, channel: fields['channel_id'] ?? '', uses });
      const own = { trigger_id: hex(8), user_id: 'U0ADA00001', response_url: `${platform.url}${address}` };
      const body = new URLSearchParams({ command: '/ask', ...own, ...fields }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return knock(app, app.requestUrl, { body, sending: { headers } });
    },
    /** Presses a button below a message some times at once, each time as a click of its own; returns the statuses. */
    press: async (
      app: App,
      message: PostedMessage,
      { label, times = 1, user }: { label: string; times?: number; user?: string },
    ) => {
      const clicks = Array.from({ length: times }, () => {
        const address = `/commands/${hex(8)}`;
        commands.set(address, { app, channel: message.channel, uses: 5, replaces: message.ts, ...(user && { user }) });
        const click = { label, user, actionTs: nextTs(), url: `${platform.url}${address}` };
        const body = new URLSearchParams({ payload: JSON.stringify(clickOf(message, click)) }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return knock(app, app.requestUrl, { body, sending: { headers } });
      });
      return (await Promise.all(clicks)).map(({ status }) => status);
    },
    /** The body of an event, of a person in a channel unless it says otherwise. */
    event: (app: App, event: object, id = `Ev0${hex(5).toUpperCase()}`) => {
      const ts = nextTs();
      return {
        ...{ token: hex(12), team_id: app.team, context_team_id: app.team, api_app_id: slackId('A') },
        event: { user: 'U0ADA00001', ts, event_ts: ts, channel: 'C0GENERAL1', team: app.team, ...event },
        ...{ type: 'event_callback', event_id: id, event_time: Math.floor(Date.now() / 1000) },
        authorizations: [
          { enterprise_id: null, team_id: app.team, user_id: app.user, is_bot: true, is_enterprise_install: false },
        ],
        ...{ is_ext_shared_channel: false, event_context: `4-${hex(10)}` },
      };
    },
  };
}

interface Knock {
  readonly body: unknown;
  readonly sending?: EventSending;
  readonly retry?: number;
}
