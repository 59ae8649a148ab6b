import { Type } from 'typebox';
import { renderWhatsapp } from '../../rendering/formats/whatsapp.ts';
import { withButtons } from '../../rendering/with-buttons.ts';
import { anyBody } from '../any-body.ts';
import { MessengerHandover } from '../handover.ts';
import { fieldsOf, stringOf } from '../json-fields.ts';
import { channelKind, toPlatform } from '../kind.ts';
import { messengerOf, type Recipient } from '../messenger.ts';
import { confirmationField, secretField, waitingApology } from '../messenger-settings.ts';
import { MessengerSatisfaction } from '../satisfaction.ts';
import { check, connect, disconnect, sendText, showTyping, tryOut } from './api.ts';
import { takesButtons } from './buttons.ts';
import { closedWindow } from './failures.ts';
import { answerChallenge, isSignedBy, maySign, readNotification } from './inbound.ts';

const WhatsappSettings = Type.Object(
  {
    phoneNumberId: Type.String({
      ...{ pattern: '^[0-9]{5,20}$', title: 'Phone number ID', examples: ['106540352242922'] },
      description: 'On the API Setup page of the app, below the number: 5 to 20 digits. It isn’t the number itself.',
    }),
    accessToken: secretField(
      'Access token',
      'Of a system user, with whatsapp_business_messaging and whatsapp_business_management, without an end.',
      '^[A-Za-z0-9._|-]{20,500}$',
    ),
    appSecret: secretField('App secret', 'On the page App settings, Basic: 32 hexadecimal digits.', '^[0-9a-f]{32}$'),
    businessAccountId: Type.String({
      ...{
        pattern: '^[0-9]{0,20}$',
        default: '',
        title: 'WhatsApp Business Account ID',
        examples: ['102290129340398'],
      },
      description:
        'On the API Setup page. With it, the channel subscribes the app to the account by itself. Empty: you do.',
    }),
    apology: waitingApology,
    confirmation: confirmationField,
    handover: MessengerHandover,
    satisfaction: MessengerSatisfaction,
  },
  { additionalProperties: false },
);

const recipient: Recipient = {
  title: 'Phone number',
  description:
    'With the country code, such as +1 650 555 1234; of a person who wrote to the number in the last 24 hours.',
  read: (text) => {
    const phone = text.replaceAll(/[\s()+.-]/g, '');
    if (!/^\d{7,15}$/.test(phone)) return undefined;
    return { user: phone, thread: null, context: { phone } };
  },
};

const messenger = messengerOf({
  origin: 'https://graph.facebook.com',
  maxBytes: 256 * 1024,
  mayBe: maySign,
  verify: (request, { settings }) => isSignedBy(request, stringOf(settings['appSecret'])),
  body: anyBody,
  receive: (_headers, body, context) => ({ arrivals: readNotification(fieldsOf(body), context) }),
  challenge: answerChallenge,
  sends: () => true,
  apology: ({ apology }) => stringOf(apology),
  waitsForPerson: true,
  isProbed: true,
  obstacle: ({ lastEventAt }, { now }) => closedWindow(lastEventAt, now),
  recognisesRepeats: false,
  render: ({ text }) => withButtons(text, renderWhatsapp, { fits: takesButtons }),
  send: sendText,
  typing: { everyMs: 10_000, show: showTyping },
  recipient,
  ...{ connect, disconnect, check, tryOut },
});

/** A number of the WhatsApp Business Platform, by Meta's Cloud API. */
export const whatsapp = channelKind({
  title: 'WhatsApp',
  description: 'A number of your business on WhatsApp, by Meta’s Cloud API.',
  settings: WhatsappSettings,
  secretsGoTo: { accessToken: toPlatform, appSecret: toPlatform },
  secret: 'verification',
  urls: ['inbound'],
  steps: [
    'Open https://developers.facebook.com/apps, choose Create App and the use case Connect with customers through WhatsApp, ' +
      'and a business portfolio.',
    'In the app, open WhatsApp, API Setup. Copy Phone number ID and WhatsApp Business Account ID of the test number or of your own.',
    'Open App settings, Basic, and copy App secret.',
    'In https://business.facebook.com/settings under Users, System users, add a system user with the role Admin. Assign it ' +
      'the app and the WhatsApp account with full control. Choose Generate token with the expiration Never and the ' +
      'permissions whatsapp_business_messaging and whatsapp_business_management.',
    'Save all of it here. The channel then sets its address at the number by itself.',
    'If the app has no Callback URL yet, open WhatsApp, Configuration, enter this one, and the verification token that is ' +
      'shown once when the channel is created: {inbound}',
    'On the same page, under Webhook fields, subscribe to: messages',
    'Write to the number from WhatsApp. The test number answers only numbers on the list of API Setup.',
  ],
  messenger,
});
