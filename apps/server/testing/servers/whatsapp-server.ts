import { createHmac, randomBytes } from 'node:crypto';
import { type Answer, type Got, startPlatform } from './platform-server.ts';

/** A message as its reader sees it in WhatsApp. */
export interface WhatsappMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly previewUrl: boolean;
  /** The `biz_opaque_callback_data` that its receipts have. */
  readonly opaque: string;
}

type Fields = Readonly<Record<string, unknown>>;

const phoneNumberId = '106540352242922';
const accountId = '102290129340398';
const accessToken = 'EAAJB-never-to-be-seen-0123456789abcdef';
const appSecret = '0123456789abcdef0123456789abcdef';
const day = 24 * 60 * 60_000;

/** An error as the Graph API answers it. */
export const graphError = (code: number, message: string, { status = 400, ...more }: GraphDetails = {}): Answer => ({
  status,
  json: {
    error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'Az8or2yhqkZ', ...more },
  },
});

/** Deviations from an error with the status 400 and no details. */
interface GraphDetails {
  readonly status?: number;
  readonly error_subcode?: number;
  readonly error_data?: object;
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** The ID of a new message. */
const wamid = () => `wamid.${randomBytes(24).toString('base64')}`;

/** A person who writes. The business sees the number, unless a username hides it. */
export interface Writer {
  readonly phone?: string;
  readonly scoped?: string;
  readonly name?: string;
}

const sheena: Writer = { phone: '16505551234', scoped: 'US.13491208655302741918', name: 'Sheena Nelson' };

/** Deviations from a text of Sheena to the number, now. */
export interface MessageDraft {
  readonly id?: string;
  readonly text?: string;
  readonly by?: Writer;
  /** When it was written, in ms since 1970. */
  readonly at?: number;
  /** In place of the text. */
  readonly as?: object;
}

/** A WhatsApp with one business number: its API, people who write to the number, and receipts. */
export async function startWhatsappServer() {
  const shown: WhatsappMessage[] = [];
  const lastWritten = new Map<string, number>();
  const received = new Set<string>();
  const webhooks: Record<string, string> = {};
  let isSubscribed = false;
  let token = accessToken;
  let offset = 0;
  const now = () => Date.now() + offset;

  const sign = (text: string, secret = appSecret) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, text)}` });
  /** Sends a body to an address, signed like every request of Meta. */
  const post = async (url: string, body: object, { secret = appSecret, instead = '' } = {}) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua', ...sign(text, secret) };
    const response = await fetch(url, { method: 'POST', headers, body: instead === '' ? text : instead });
    return { status: response.status, body: (await response.json().catch(() => ({}))) as Fields };
  };

  const changeOf = (value: object, number = phoneNumberId) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550783881', phone_number_id: number },
      ...value,
    },
  });
  const notification = (...changes: readonly object[]) => ({
    ...{ object: 'whatsapp_business_account', entry: [{ id: accountId, changes }] },
  });

  /** The change that tells of a message, as Meta documents it. */
  const messageOf = ({ id = wamid(), text = 'Hello', by = sheena, at = now(), as }: MessageDraft) => {
    const { phone, scoped, name } = by;
    const contact = { profile: { name }, ...(phone && { wa_id: phone }), ...(scoped && { user_id: scoped }) };
    const from = { ...(phone && { from: phone }), ...(scoped && { from_user_id: scoped }) };
    const content = as ?? { type: 'text', text: { body: text } };
    const timestamp = String(Math.floor(at / 1000));
    received.add(id);
    for (const to of [phone, scoped]) if (to !== undefined) lastWritten.set(to, at);
    return changeOf({ contacts: [contact], messages: [{ ...from, id, timestamp, ...content }] });
  };

  /** The change that tells how far a message has come. */
  const statusOf = ({ id, to, opaque }: WhatsappMessage, status: string, errors?: readonly object[]) =>
    changeOf({
      statuses: [
        {
          ...{ id, status, timestamp: String(Math.floor(now() / 1000)), recipient_id: to },
          ...{ biz_opaque_callback_data: opaque, ...(errors !== undefined && { errors }) },
        },
      ],
    });

  /** Makes sure of an address as Meta does before it saves it. */
  const verifyAddress = async (url: string, verifyToken: string): Promise<boolean> => {
    const challenge = String(randomBytes(4).readUInt32BE());
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken };
    const response = await fetch(`${url}?${new URLSearchParams(query).toString()}`);
    return response.status === 200 && (await response.text()) === challenge;
  };

  const onNumber = async ({ method, json }: Got): Promise<Answer> => {
    if (method === 'GET') {
      const number = { display_phone_number: '+1 555-078-3881', verified_name: 'Bookshop', quality_rating: 'GREEN' };
      return { status: 200, json: { id: phoneNumberId, ...number, webhook_configuration: webhooks } };
    }
    const { override_callback_uri: url = '', verify_token: given = '' } = (json['webhook_configuration'] ?? {}) as {
      readonly override_callback_uri?: string;
      readonly verify_token?: string;
    };
    if (url !== '' && !(await verifyAddress(url, given).catch(() => false)))
      return graphError(2200, 'Callback verification failed with the following errors: HTTP Status Code = 401');
    if (url === '') delete webhooks['phone_number'];
    else webhooks['phone_number'] = url;
    return { status: 200, json: { success: true } };
  };

  const onRead = ({ json }: Got): Answer => {
    const isKnown = json['messaging_product'] === 'whatsapp' && received.has(String(json['message_id']));
    return isKnown ? { status: 200, json: { success: true } } : graphError(100, 'Invalid parameter');
  };

  const onMessages = ({ json }: Got): Answer => {
    const to = String(json['to'] ?? json['recipient'] ?? '');
    const text = (json['text'] ?? {}) as { readonly body?: string; readonly preview_url?: boolean };
    if (to === '' || json['messaging_product'] !== 'whatsapp') return graphError(100, 'Invalid parameter');
    if (json['type'] !== 'text' || !text.body || text.body.length > 4_096)
      return graphError(100, 'Invalid parameter', {
        error_data: { details: 'text.body must be at most 4096 characters' },
      });
    if (now() - (lastWritten.get(to) ?? 0) > day)
      return graphError(131047, 'Re-engagement message', {
        error_data: {
          messaging_product: 'whatsapp',
          details: 'More than 24 hours have passed since the customer replied.',
        },
      });
    const opaque = String(json['biz_opaque_callback_data'] ?? '');
    const message = { id: wamid(), to, text: text.body, previewUrl: text.preview_url ?? true, opaque };
    shown.push(message);
    const contacts = [{ input: to, wa_id: to }];
    return { status: 200, json: { messaging_product: 'whatsapp', contacts, messages: [{ id: message.id }] } };
  };

  const onAccount = ({ method }: Got): Answer => {
    if (method === 'POST') isSubscribed = true;
    const app = { whatsapp_business_api_data: { id: '670843887433847', name: 'Lucky Shrub' } };
    return { status: 200, json: method === 'POST' ? { success: true } : { data: isSubscribed ? [app] : [] } };
  };

  const platform = await startPlatform((got) => {
    const { path, headers, query } = got;
    if (headers.authorization !== `Bearer ${token}`)
      return graphError(190, 'Error validating access token: The session has been invalidated.', { status: 401 });
    if (query.get('appsecret_proof') !== hmac(appSecret, token))
      return graphError(100, 'Invalid appsecret_proof provided in the API argument');
    if (path === `/v26.0/${phoneNumberId}`) return onNumber(got);
    if (path === `/v26.0/${phoneNumberId}/messages`)
      return got.json['status'] === 'read' ? onRead(got) : onMessages(got);
    if (path === `/v26.0/${accountId}/subscribed_apps`) return onAccount(got);
    return graphError(100, 'Unsupported request: the object does not exist', { error_subcode: 33 });
  });

  return {
    ...platform,
    ...{ phoneNumberId, accountId, accessToken, appSecret, shown, webhooks, post, sign },
    ...{ changeOf, notification, messageOf, statusOf },
    /** Returns the messages that a person sees, in order. */
    seen: (to = sheena.phone ?? '') => shown.filter((message) => message.to === to),
    /** Sends a message of a person to an address. The same draft is the same message. */
    say: (url: string, draft: MessageDraft = {}) => post(url, notification(messageOf(draft))),
    /** Tells an address how far a message has come. */
    tell: (url: string, message: WhatsappMessage, [status, errors]: readonly [string, (readonly object[])?]) =>
      post(url, notification(statusOf(message, status, errors))),
    isSubscribed: () => isSubscribed,
    revoke: () => {
      token = 'another';
    },
    restore: () => {
      token = accessToken;
    },
    advance: (ms: number) => {
      offset += ms;
    },
  };
}

export type WhatsappServer = Awaited<ReturnType<typeof startWhatsappServer>>;
