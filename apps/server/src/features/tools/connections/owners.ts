import type { Talk } from './store.ts';

/** The owner of an account: a person, or one conversation. */
export interface Owner {
  /** Unique among the owners of the accounts of a tool. */
  readonly key: string;
  /** The end user's ID; null if the account is that of the conversation. */
  readonly endUser: string | null;
  readonly conversation: string | null;
  readonly channel: string | null;
}

/** Begins the IDs of visitors who have not proved who they are; no proof of identity can name such an ID. */
const anonymous = 'visitor_';

/** Channels on the web: a visitor is anonymous, or the customer's server has signed the ID. */
const web = ['widget', 'page'];

/**
 * Returns the owner of the account that a tool uses in a conversation. A user's ID counts if its source is trusted: a
 * key, a member, a proof of identity. A messenger has IDs of its own, so they count within the channel. A sender of mail
 * can be forged, and an anonymous visitor is known by one browser: both get an account for the conversation alone.
 */
export function ownerOf({ id, user, channel, channelType }: Talk): Owner {
  if (user === null || user.startsWith(anonymous) || channelType === 'email')
    return { key: `conversation:${id}`, endUser: null, conversation: id, channel: null };
  if (channel === null || web.includes(channelType ?? ''))
    return { key: `user:${user}`, endUser: user, conversation: null, channel: null };
  return { key: `channel:${channel}:${user}`, endUser: user, conversation: null, channel };
}
