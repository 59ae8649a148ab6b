import { cutTo, fieldsOf, stringOf } from '../json-fields.ts';
import { type Obstacle, SendFailure } from '../messenger.ts';

/** Meaning of an error of WhatsApp. */
interface Taken {
  readonly code: string;
  /** The problem and its remedy, for the team. */
  readonly message: string;
  /** Subject of the error: the channel, this message, one of the two, or only this moment. */
  readonly of: 'channel' | 'message' | 'either' | 'moment';
  readonly waitMs?: number;
}

const minute = 60_000;

const ofChannel = (code: string, message: string): Taken => ({ code, message, of: 'channel' });
const ofMessage = (code: string, message: string): Taken => ({ code, message, of: 'message' });
const wait = (waitMs: number, message: string): Taken => ({ code: 'rate_limited', message, of: 'moment', waitMs });
const passing = (message: string): Taken => ({ code: 'platform_failed', message, of: 'moment' });

const noToken = ofChannel(
  'token_revoked',
  'Meta refuses the access token: it has ended or was revoked. Generate one of a system user that never expires, and save it here.',
);
const noPermission = ofChannel(
  'permission_missing',
  'The access token may not use this number. It needs whatsapp_business_messaging and whatsapp_business_management, and the ' +
    'system user needs the WhatsApp account among its assets.',
);
const closed = ofMessage(
  'window_closed',
  'WhatsApp takes no message to this person: their last one is more than 24 hours old. It opens again as soon as they write.',
);
const unreachable = ofMessage(
  'unreachable_user',
  'WhatsApp can’t deliver to this person: the number has no WhatsApp, its version is too old, or it blocks the business.',
);
const locked = ofChannel(
  'account_restricted',
  'Meta has restricted the WhatsApp account. Look at the account quality in WhatsApp Manager.',
);
const unregistered = ofChannel(
  'number_unregistered',
  'The number isn’t registered with the Cloud API: register it in WhatsApp Manager.',
);
const tooFast = 'WhatsApp wants fewer messages for a while.';

/** Error codes of the Graph API and the Cloud API (developers.facebook.com, WhatsApp, "Error codes"). */
const taken: Readonly<Record<number, Taken>> = {
  ...{ 0: noToken, 190: noToken, 3: noPermission, 10: noPermission, 131005: noPermission },
  ...{ 33: unregistered, 131045: unregistered, 133010: unregistered },
  ...{ 368: locked, 131031: locked },
  131042: ofChannel(
    'payment_issue',
    'Meta reports a problem with the payment of the WhatsApp account: see its billing settings.',
  ),
  ...{ 131047: closed, 131026: unreachable, 131050: unreachable },
  2200: {
    ...{ code: 'endpoint_refused', of: 'either' },
    message: 'Meta could not verify the address of the channel. It must be reachable from the internet by https.',
  },
  131021: ofMessage('own_number', 'The number of the business can’t write to itself.'),
  131030: ofMessage(
    'number_not_allowed',
    'The test number of Meta writes only to numbers on its list: add this one on the API Setup page of the app.',
  ),
  131051: ofMessage('unsupported_message', 'WhatsApp doesn’t support this type of message.'),
  130497: ofMessage(
    'country_restricted',
    'Meta doesn’t let this business write to people in the country of this person.',
  ),
  ...{ 4: wait(minute, tooFast), 80007: wait(minute, tooFast), 130429: wait(5_000, tooFast) },
  131048: wait(
    15 * minute,
    'WhatsApp limits the number since messages were reported as spam: see its quality in WhatsApp Manager.',
  ),
  131056: wait(10_000, 'WhatsApp wants fewer messages to this person for a while.'),
  ...{ 1: passing('Meta reports a failure of its own.'), 2: passing('Meta reports a failure of its own.') },
  ...{ 131000: passing('WhatsApp reports a failure of its own.'), 131016: passing('WhatsApp is out of service.') },
  ...{ 131057: passing('The WhatsApp account is in maintenance.'), 133004: passing('WhatsApp is out of service.') },
};

type Fields = Readonly<Record<string, unknown>>;

/** The number isn't there, or the token doesn't see it: "Object with ID … does not exist". */
const isUnseen = (error: Fields): boolean => Number(error['code']) === 100 && Number(error['error_subcode']) === 33;

/** Returns the meaning of an error; for an unknown code, in Meta's words. */
function takenOf(error: Fields): Taken {
  const code = Number(error['code']);
  const known = taken[code];
  if (known !== undefined) return known;
  if (isUnseen(error) || (code >= 200 && code < 300)) return noPermission;
  const details = stringOf(fieldsOf(error['error_data'])['details']);
  const said = details || stringOf(error['title']) || stringOf(error['message']) || 'no reason is told';
  return { code: 'refused', message: `WhatsApp refuses it: ${cutTo(said, 300)} (${code || 'no code'})`, of: 'either' };
}

/** True if an error says that the app secret isn’t the one of the access token’s app. */
const isWrongProof = (error: Fields): boolean =>
  Number(error['code']) === 100 && stringOf(error['message']).includes('appsecret_proof');

/** The failure of a request, by the error of its answer. */
export function failureOf(error: Fields): SendFailure {
  if (isWrongProof(error))
    return new SendFailure(
      'wrong_app_secret',
      'The app secret isn’t the one of the app that the access token is of: copy it from App settings, Basic.',
      { isRefusal: true },
    );
  const { code, message, of, waitMs } = takenOf(error);
  return new SendFailure(code, message, {
    ...{ isRefusal: of === 'channel', isFinal: of !== 'moment', isOfMessage: of === 'message', waitMs },
  });
}

/** Problem of a message, by the error of its receipt. */
export function problemOf(error: Fields): Obstacle {
  const { code, message } = takenOf(error);
  return { code, message };
}

/** Time in ms for which a business may write after the last message of a user. */
const windowMs = 24 * 60 * 60_000;

/** Returns the obstacle to a message after the customer service window has closed. */
export function closedWindow(lastEventAt: number | null, now: number): Obstacle | undefined {
  if (lastEventAt === null || now - lastEventAt < windowMs) return undefined;
  const [date = '', time = ''] = new Date(lastEventAt + windowMs).toISOString().split('T');
  const since = `${date} ${time.slice(0, 5)} UTC`;
  const message =
    `WhatsApp takes no message to this person since ${since}: their last one is more than 24 hours old. It opens again as ` +
    'soon as they write.';
  return { code: 'window_closed', message };
}
