import type { GuidePart } from './entry.ts';

/** Channels and their visitors. */
export const channels = {
  channel_inactive: {
    error: 'The channel is inactive.',
    cause: 'The channel is switched off, so it takes neither visitors nor messages.',
    cure: 'Set its status to `active`.',
    hint: 'Set its status to active.',
  },
  channel_limit_reached: {
    error: 'No more messages are accepted today; try again tomorrow.',
    cause:
      'The visitor, or the channel as a whole, has sent as many messages as `limits` of the channel allow in a day.',
    cure: 'Wait as long as `Retry-After` says, or raise the limits. `limits.message` replaces the sentence.',
  },
  undeliverable: {
    error: 'The customer service window closed at 2026-02-01T09:30Z.',
    cause:
      'The conversation is of a messenger whose platform would not take the message now: it refuses the channel, or has no room for a message to this user. `error` says which. Nothing was sent to a model.',
    cure: 'Do what `error` says: renew the token of the channel, or wait until the user writes again.',
  },
  room_account_not_found: {
    error: 'You have no such account at a platform.',
    cause: 'The ID is no account at Slack or Telegram that you have connected, or you have disconnected it.',
    cure: 'List your accounts with `GET /api/me/room-accounts`.',
  },
  invalid_visitor_token: {
    error: 'The visitor token is not valid.',
    cause: 'The text after `Bearer` is no token of this server, or its channel was deleted.',
    cure: 'Create another with `POST /api/channels/{id}/visitors`.',
    hint: 'Create another with POST /api/channels/{id}/visitors.',
  },
  expired_visitor_token: {
    error: 'The visitor token has expired.',
    cause: 'The token is older than 90 days; that of a verified visitor, than 24 hours.',
    cure: 'Create another with `POST /api/channels/{id}/visitors`.',
    hint: 'Create another with POST /api/channels/{id}/visitors.',
  },
  visitor_not_allowed: {
    error: 'A visitor of a channel cannot do this.',
    cause:
      'A visitor’s token was sent to an operation that is for keys and sessions, or that the channel doesn’t offer.',
    cure: 'Use an API key, on your server, or allow it in the settings of the channel.',
    hint: 'Use an API key on your server.',
  },
  invalid_signature: {
    error: 'The request is not signed by this channel’s secret.',
    cause:
      'The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, or `x-hub-signature-256` of a hook, are missing, more than five minutes old, or not of these bytes and this secret.',
    cure: 'Sign the exact bytes that you send, with the secret that the channel or the hook showed when it was created or rotated. Check the clock.',
    hint: 'Sign the exact bytes of the body as Standard Webhooks describes, at most five minutes before you send them.',
  },
  invalid_identity: {
    error: 'The identity of the visitor is not valid.',
    cause: 'The JWT is not signed with HS256 and the channel’s secret, or lacks `sub` or `exp`.',
    cure: 'Sign it on your server with the channel’s secret; `hint` says what is wrong.',
    hint: 'Its signature is not by the secret of this channel.',
  },
  expired_identity: {
    error: 'The identity of the visitor has expired.',
    cause: '`exp` of the JWT is in the past.',
    cure: 'Have your server sign another when the page is loaded.',
    hint: 'Have your server sign another JWT for the visitor.',
  },
  identity_required: {
    error: 'The channel is only for people whose identity is verified.',
    cause: '`identity` of the channel’s settings is `required`, and the request has no proof.',
    cure: 'Send `identity`: a JWT that your server signs for the person who is signed in.',
    hint: 'Send `identity`: a JWT that your server signs for the person who is signed in.',
  },
} satisfies GuidePart;
