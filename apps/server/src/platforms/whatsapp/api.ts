import { createHmac } from 'node:crypto';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import {
  type Finding,
  type OutboundMessage,
  type Place,
  type SendContext,
  SendFailure,
  type SentPart,
  type TypingTo,
} from '../messenger.ts';
import { callPlatform, type PlatformRequest, type PlatformResponse } from '../platform-call.ts';
import { interactive } from './buttons.ts';
import { failureOf } from './failures.ts';

/** The version of the Graph API, of July 2026. Meta serves a version for at least two years. */
const version = 'v26.0';

const settingOf = ({ settings }: SendContext, name: string): string => stringOf(settings[name]);

/** A request to the Graph API. */
interface GraphRequest extends Pick<PlatformRequest, 'method' | 'json' | 'isOnce'> {
  /** Below the version. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Calls the Graph API, and proves that the app secret is known. Throws a `SendFailure`, also for each refusal. */
async function callGraph(
  { path, query = {}, ...request }: GraphRequest,
  context: SendContext,
): Promise<PlatformResponse> {
  const token = settingOf(context, 'accessToken');
  const proof = createHmac('sha256', settingOf(context, 'appSecret')).update(token).digest('hex');
  const search = new URLSearchParams({ ...query, appsecret_proof: proof }).toString();
  const url = `${context.origin}/${version}/${path}?${search}`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await callPlatform({ ...request, platform: 'WhatsApp', url, headers }, context);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw failureOf({ code: answer.status === 401 ? 190 : answer.status, ...fieldsOf(answer.json['error']) });
}

/** Recipient of a message: by the number if it is known, else by the business-scoped ID. */
function recipientOf({ user, context }: OutboundMessage) {
  const { phone = '', scoped = '' } = context ?? {};
  if (phone !== '') return { to: phone };
  if (scoped !== '') return { recipient: scoped };
  return /^\d{1,20}$/.test(user ?? '') ? { to: user } : { recipient: user };
}

/** The content of a part: a text, or one with buttons. */
const contentOf = ({ text, replies = [] }: SentPart) =>
  replies.length > 0
    ? { type: 'interactive', interactive: interactive(text, replies) }
    : { type: 'text', text: { preview_url: false, body: text } };

/** Sends a part as a text or with buttons, and returns its ID. */
export async function sendText(part: SentPart, message: OutboundMessage, context: SendContext): Promise<string | null> {
  const json = {
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual', ...recipientOf(message) },
    ...contentOf(part),
    // Receipts have it, so that one whose answer was lost is found again.
    biz_opaque_callback_data: part.id,
  };
  const path = `${settingOf(context, 'phoneNumberId')}/messages`;
  const answer = await callGraph({ path, json, isOnce: true }, context);
  return stringOf(listOf(answer.json['messages'])[0]?.['id']) || null;
}

/** Shows that an answer is being written, for 25 s or until a message. It marks the user's last message as read. */
export async function showTyping({ context: of }: TypingTo, context: SendContext): Promise<void> {
  const { message = '' } = of ?? {};
  if (message === '') return;
  const path = `${settingOf(context, 'phoneNumberId')}/messages`;
  const read = { messaging_product: 'whatsapp', status: 'read', message_id: message };
  await callGraph({ path, json: { ...read, typing_indicator: { type: 'text' } } }, context);
}

const numberFields = 'id,display_phone_number,verified_name,quality_rating,webhook_configuration';

const findNumber = async (context: SendContext) =>
  (
    await callGraph(
      { method: 'GET', path: settingOf(context, 'phoneNumberId'), query: { fields: numberFields } },
      context,
    )
  ).json;

/** Address to which Meta sends the messages of a number: the number's own, that of the account, or that of the app. */
function addressOf(number: Readonly<Record<string, unknown>>): string {
  const of = fieldsOf(number['webhook_configuration']);
  return stringOf(of['phone_number']) || stringOf(of['whatsapp_business_account']) || stringOf(of['application']);
}

/** Asks Meta whether it accepts the settings. */
export async function tryOut(context: SendContext): Promise<readonly Finding[]> {
  const number = await findNumber(context);
  const shown = `${stringOf(number['display_phone_number'])} (${cutTo(stringOf(number['verified_name']), 100)})`;
  const quality = stringOf(number['quality_rating']).toLowerCase();
  return [
    { name: 'token', message: `The access token may use the number ${shown}.` },
    { name: 'app_secret', message: 'The app secret is the one of the token’s app.' },
    ...(['', 'unknown', 'na'].includes(quality)
      ? []
      : [{ name: 'quality', message: `WhatsApp rates the quality of the number as ${quality}.` }]),
    ...(await accountFindings(context)),
  ];
}

/** Reports which apps get the messages of the WhatsApp account; no findings if the account isn't known. */
async function accountFindings(context: SendContext): Promise<readonly Finding[]> {
  const account = settingOf(context, 'businessAccountId');
  if (account === '') return [];
  const { json } = await callGraph({ method: 'GET', path: `${account}/subscribed_apps` }, context);
  const names = listOf(json['data']).map((app) => stringOf(fieldsOf(app['whatsapp_business_api_data'])['name']));
  const shown = names.filter((name) => name !== '').join(', ');
  const none = 'No app is subscribed to the WhatsApp account yet; the channel subscribes its own.';
  return [
    {
      name: 'subscription',
      message: shown === '' ? none : `Subscribed to the WhatsApp account: ${cutTo(shown, 200)}.`,
    },
  ];
}

/** Asks Meta whether it accepts the settings, and sends what comes in to the channel. */
export async function check({ inbound }: Place, context: SendContext): Promise<readonly Finding[]> {
  const found = await tryOut(context);
  const address = addressOf(await findNumber(context));
  if (address !== inbound)
    throw new SendFailure(
      'webhook_elsewhere',
      `Meta sends the messages of this number to ${address === '' ? 'no address' : cutTo(address, 300)}, and must send them to ${inbound}.`,
      { isFinal: true },
    );
  return [...found, { name: 'webhook', message: 'Meta sends the messages of this number to this channel.' }];
}

/** Sets the address of a number, or removes it: the one of the app is good again then. */
const setAddress = (configuration: object, context: SendContext) =>
  callGraph({ path: settingOf(context, 'phoneNumberId'), json: { webhook_configuration: configuration } }, context);

/**
 * Makes Meta send what comes in for the number to the channel, whatever the address of its app is. Subscribes the app to
 * the WhatsApp account, if it is known which that is.
 */
export async function connect({ inbound }: Place, context: SendContext): Promise<void> {
  const account = settingOf(context, 'businessAccountId');
  if (account !== '') await callGraph({ path: `${account}/subscribed_apps` }, context);
  if (addressOf(await findNumber(context)) === inbound) return;
  await setAddress({ override_callback_uri: inbound, verify_token: context.secrets[0] ?? '' }, context);
}

/** Undoes `connect`, unless the number has another address by now. Other numbers may need the subscription. */
export async function disconnect({ inbound }: Place, context: SendContext): Promise<void> {
  const number = await findNumber(context);
  if (stringOf(fieldsOf(number['webhook_configuration'])['phone_number']) !== inbound) return;
  await setAddress({ override_callback_uri: '' }, context);
}
