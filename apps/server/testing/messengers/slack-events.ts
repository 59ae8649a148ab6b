const message = { type: 'message', channel_type: 'channel', text: 'Hello' };
const direct = { type: 'message', channel_type: 'im', channel: 'D0ADA00001' };

/** A direct message of Ada. */
export const directMessage = (text: string, more: object = {}) => ({ ...direct, text, client_msg_id: 'c', ...more });

/** Files as Slack describes them, in short. */
export const files = [
  { id: 'F0FILE0001', name: 'order.pdf', mimetype: 'application/pdf', filetype: 'pdf', mode: 'hosted' },
];

/** Events that are nothing for an app's agent: other people's messages, edits, its own messages, reactions, changes. */
export const otherEvents: readonly object[] = [
  message,
  { ...message, thread_ts: '1770000000.000100', parent_user_id: 'U0ADA00001' },
  { ...message, channel_type: 'mpim', channel: 'G0GROUP001' },
  {
    ...direct,
    subtype: 'message_changed',
    hidden: true,
    message: { ...direct, text: 'New' },
    previous_message: direct,
  },
  { ...direct, subtype: 'message_deleted', hidden: true, deleted_ts: '1770000000.000100', previous_message: direct },
  { ...direct, subtype: 'bot_message', bot_id: 'B0OTHER001', username: 'Other', text: 'Beep' },
  { ...direct, bot_id: 'B0SELF0001', app_id: 'A0SELF0001', text: 'My own reply' },
  { ...direct, user: 'USLACKBOT', text: 'A reminder' },
  { ...direct, text: '' },
  { ...message, subtype: 'channel_join', inviter: 'U0BOB00001', text: '<@U0ADA00001> has joined the channel' },
  { ...message, subtype: 'channel_topic', topic: 'Tea' },
  { ...message, subtype: 'message_replied', hidden: true, message },
  { type: 'app_mention', bot_id: 'B0OTHER001', text: '<@U0SELF0001> ping', bot_profile: { name: 'Other' } },
  { type: 'app_mention', user: undefined, text: 'Nobody' },
  { type: 'reaction_added', reaction: 'tea', item: { type: 'message', channel: 'C0GENERAL1', ts: '1.1' } },
  { type: 'reaction_removed', reaction: 'tea', item: { type: 'message', channel: 'C0GENERAL1', ts: '1.1' } },
  { type: 'member_joined_channel', channel_type: 'C' },
  { type: 'app_home_opened', tab: 'messages' },
  { type: 'app_uninstalled' },
  { type: 'tokens_revoked', tokens: { bot: ['U0SELF0001'] } },
  { type: 'assistant_thread_started', assistant_thread: { user_id: 'U0ADA00001' } },
];

/** Bodies that no event has, or whose type is unknown. */
export const oddBodies: readonly object[] = [
  {},
  { type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1_770_000_000, api_app_id: 'A1' },
  { type: 'event_callback' },
  { type: 'event_callback', event: null },
  { type: 'event_callback', event: { type: 'message', channel_type: 'im', user: 7, ts: [], channel: {} } },
  { type: 'url_verification' },
  { type: 'something_new', event: { deep: [[[{}]]] } },
];
