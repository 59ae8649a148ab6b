import { Type } from 'typebox';
import { renderSlack } from '../../rendering/formats/slack.ts';
import { withButtons } from '../../rendering/with-buttons.ts';
import { anyBody } from '../any-body.ts';
import { MessengerHandover } from '../handover.ts';
import { channelKind, toPlatform } from '../kind.ts';
import { messengerOf } from '../messenger.ts';
import { confirmationField, secretField, unreadableField, waitingApology } from '../messenger-settings.ts';
import { MessengerSatisfaction } from '../satisfaction.ts';
import { findApp, postPart, replaceMessage, scopes } from './api.ts';
import { takesButtons } from './buttons.ts';
import { isOfSlack, mayBeOfSlack, receiveEvent } from './events.ts';
import { readForm } from './forms.ts';
import { slackRoom } from './room.ts';

const SlackSettings = Type.Object(
  {
    botToken: secretField(
      'Bot User OAuth Token',
      'From “OAuth & Permissions” of the app, after it is installed to the workspace; it begins with `xoxb-`.',
      '^xoxb-[A-Za-z0-9-]{10,400}$',
    ),
    signingSecret: secretField(
      'Signing Secret',
      'From “Basic Information” of the app: 32 characters, 0 to 9 and a to f.',
      '^[0-9a-f]{32}$',
    ),
    unreadable: unreadableField,
    apology: waitingApology,
    confirmation: confirmationField,
    handover: MessengerHandover,
    satisfaction: MessengerSatisfaction,
  },
  { additionalProperties: false },
);

/** The app as Slack creates or changes it (app manifest), on one line, so that it can be pasted. */
const manifest = (settings: object, more: readonly string[] = []) =>
  JSON.stringify({
    display_information: { name: 'Assistant' },
    features: {
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'Assistant', always_online: true },
    },
    oauth_config: { scopes: { bot: [...scopes, ...more] } },
    settings: { ...settings, org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
  });

const eventsOf = (...more: readonly string[]) => ({
  event_subscriptions: { request_url: '{inbound}', bot_events: ['app_mention', 'message.im', ...more] },
  interactivity: { is_enabled: true, request_url: '{inbound}' },
});

/** The app of a team's room, which reads what people write in threads. Other apps need not read their channels. */
const ofRoom = manifest(eventsOf('message.channels', 'message.groups'), ['channels:history', 'groups:history']);

const messenger = messengerOf({
  origin: 'https://slack.com',
  maxBytes: 256 * 1024,
  mayBe: mayBeOfSlack,
  verify: isOfSlack,
  body: anyBody,
  receive: receiveEvent,
  readForm,
  sends: () => true,
  apology: ({ apology }) => String(apology ?? ''),
  waitsForPerson: true,
  recognisesRepeats: false,
  render: ({ text }) => withButtons(text, renderSlack, { fits: takesButtons }),
  send: postPart,
  settle: replaceMessage,
  room: slackRoom,
  leftover:
    'The app stays in Slack: delete it at https://api.slack.com/apps, or its events go to an address that is gone.',
  isProbed: true,
  recipient: {
    title: 'Channel or user ID',
    description: 'Such as C0123456789 of a channel that the app is a member of, or U0123456789 of a user.',
    read: (text) => {
      const id = /^\s{0,9}([CDGUW][A-Z0-9]{4,30})\s{0,9}$/.exec(text)?.[1];
      if (id === undefined) return undefined;
      const user = /^[UW]/.test(id) ? id : null;
      return { user, thread: null, context: { channel: id } };
    },
  },
  check: (_place, context) => findApp(context),
  tryOut: findApp,
});

/** An app in a Slack workspace: mentions in channels, and direct messages. */
export const slack = channelKind({
  title: 'Slack',
  description: 'An app in Slack answers direct messages, and mentions in channels, in a thread.',
  settings: SlackSettings,
  secretsGoTo: { botToken: toPlatform, signingSecret: toPlatform },
  secret: null,
  urls: ['inbound'],
  steps: [
    `Open https://api.slack.com/apps, choose “Create New App”, “From a manifest” and your workspace, and paste this as JSON: ${manifest({})}`,
    'Under “Install App”, install it to the workspace, and copy the “Bot User OAuth Token”, which begins with xoxb-.',
    'Under “Basic Information”, copy the “Signing Secret”. Save the channel with both.',
    `Under “App Manifest”, replace all with this, save, and choose to verify the URL when Slack asks for it: ${manifest(eventsOf())}`,
    'Write to the app under “Apps” in Slack, or invite it to a channel with /invite and mention it.',
    `Only for the room of your team: use this manifest in place of the second one, and install the app again. Then people answer visitors in threads there without a mention: ${ofRoom}`,
  ],
  messenger,
});
