/** A person who writes. */
export const ada = { id: 41, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', language_code: 'en' };

/** A group, a supergroup with topics, and the private chat with Ada. */
export const chats = {
  ada: { id: ada.id, type: 'private', first_name: 'Ada', last_name: 'Lovelace' },
  group: { id: -4_000_001, type: 'group', title: 'Friends', all_members_are_administrators: true },
  forum: { id: -1_001_234_567_890, type: 'supergroup', title: 'Forum', is_forum: true },
} as const;

let last = 500_000_000;

/** The next ID of an update. */
export const nextId = () => {
  last += 1;
  return last;
};

/** An update with a new message of Ada in her private chat, unless told otherwise. */
export const update = (message: object, id = nextId()) => ({
  update_id: id,
  message: { message_id: id - 400_000_000, from: ada, chat: chats.ada, date: now(), ...message },
});

const now = () => Math.floor(Date.now() / 1000);

/** A text with an entity on each part that a pattern finds. */
export function withEntities(text: string, entities: Readonly<Record<string, RegExp>>) {
  const found = Object.entries(entities).flatMap(([type, pattern]) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ 0: { length }, index: offset }) => ({ type, offset, length })),
  );
  return { text, entities: found.sort((one, other) => one.offset - other.offset) };
}

const message = { message_id: 7, from: ada, chat: chats.ada, date: 1_770_000_000, text: 'Hello' };
const channel = { id: -1_002_000_000_000, type: 'channel', title: 'News' };
const reaction = { chat: chats.group, message_id: 7, date: 1_770_000_000 };
const member = { user: ada, status: 'member' };

/** One update of every kind but new and edited messages (Bot API, `Update`), without its ID. */
export const otherUpdates: Readonly<Record<string, object>> = {
  channel_post: { message_id: 8, chat: channel, sender_chat: channel, date: 1_770_000_000, text: 'News' },
  edited_channel_post: { message_id: 8, chat: channel, sender_chat: channel, date: 1_770_000_000, text: 'Old' },
  business_connection: { id: 'b1', user: ada, user_chat_id: 41, date: 1_770_000_000, is_enabled: true },
  business_message: { ...message, business_connection_id: 'b1' },
  edited_business_message: { ...message, business_connection_id: 'b1' },
  deleted_business_messages: { business_connection_id: 'b1', chat: chats.ada, message_ids: [7] },
  message_reaction: { ...reaction, user: ada, old_reaction: [], new_reaction: [{ type: 'emoji', emoji: '👍' }] },
  message_reaction_count: { ...reaction, reactions: [{ type: { type: 'emoji', emoji: '👍' }, total_count: 1 }] },
  inline_query: { id: '1', from: ada, query: 'x', offset: '' },
  chosen_inline_result: { result_id: '1', from: ada, query: 'x' },
  callback_query: { id: '1', from: ada, message, chat_instance: '1', data: 'x' },
  shipping_query: { id: '1', from: ada, invoice_payload: 'x', shipping_address: { country_code: 'DE' } },
  pre_checkout_query: { id: '1', from: ada, currency: 'XTR', total_amount: 1, invoice_payload: 'x' },
  purchased_paid_media: { from: ada, paid_media_payload: 'x' },
  poll: { id: '1', question: 'Tea?', options: [], total_voter_count: 0, is_closed: false },
  poll_answer: { poll_id: '1', user: ada, option_ids: [0] },
  my_chat_member: { chat: chats.ada, from: ada, date: 1, old_chat_member: member, new_chat_member: member },
  chat_member: { chat: chats.group, from: ada, date: 1, old_chat_member: member, new_chat_member: member },
  chat_join_request: { chat: chats.group, from: ada, user_chat_id: 41, date: 1 },
  chat_boost: { chat: channel, boost: { boost_id: '1', add_date: 1, expiration_date: 2 } },
  removed_chat_boost: { chat: channel, boost_id: '1', remove_date: 1 },
};

/** Messages of the service itself, without text: members, titles, pins, topics. */
export const serviceMessages: readonly object[] = [
  { new_chat_members: [ada] },
  { left_chat_member: ada },
  { new_chat_title: 'Friends' },
  { pinned_message: message },
  { group_chat_created: true },
  { migrate_to_chat_id: chats.forum.id },
  { forum_topic_created: { name: 'Tea', icon_color: 1 } },
  { message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 } },
  { video_chat_started: {} },
  { successful_payment: { currency: 'XTR', total_amount: 1, invoice_payload: 'x' } },
];

/** Messages without a text that a person sends. */
export const mediaMessages: readonly object[] = [
  { sticker: { file_id: 's', file_unique_id: 's', type: 'regular', width: 512, height: 512 } },
  { photo: [{ file_id: 'p', file_unique_id: 'p', width: 90, height: 90 }] },
  { voice: { file_id: 'v', file_unique_id: 'v', duration: 3, mime_type: 'audio/ogg' } },
  { video_note: { file_id: 'n', file_unique_id: 'n', length: 240, duration: 3 } },
  { document: { file_id: 'd', file_unique_id: 'd', file_name: 'order.pdf' } },
  { location: { latitude: 51.5, longitude: -0.1 } },
  { contact: { phone_number: '+440000000', first_name: 'Charles' } },
  { dice: { emoji: '🎲', value: 4 } },
  { poll: { id: '1', question: 'Tea?', options: [], total_voter_count: 0, is_closed: false } },
];
