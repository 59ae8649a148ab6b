import type { Settlement } from '../inbound-message.ts';
import { type Finding, type OutboundMessage, type SendContext, SendFailure, type SentPart } from '../messenger.ts';
import { callPlatform, type PlatformResponse } from '../platform-call.ts';
import { withReplies } from './buttons.ts';

/** Scopes that the app needs. */
export const scopes = ['app_mentions:read', 'chat:write', 'im:history'] as const;

/** A method of Slack's Web API. */
interface Method {
  readonly name: 'auth.test' | 'chat.postMessage' | 'chat.update';
  readonly parameters?: object;
  readonly isOnce?: boolean;
}

/** Calls a method. Throws a `SendFailure` unless Slack answers that it has worked. */
export async function callMethod(
  { name, parameters = {}, isOnce = false }: Method,
  context: SendContext,
): Promise<PlatformResponse> {
  const url = `${context.origin}/api/${name}`;
  const headers = { authorization: `Bearer ${String(context.settings['botToken'])}` };
  const answer = await callPlatform({ platform: 'Slack', url, headers, json: parameters, isOnce }, context);
  const { status, json } = answer;
  if (json['ok'] === true) return answer;
  const error = json['error'];
  if (typeof error === 'string') throw failureOf(error, answer);
  const isUnknown = isOnce && status === 200;
  throw new SendFailure('platform_failed', `Slack gave an answer that isn’t from its API (status ${status}).`, {
    isUnknown,
  });
}

/** Errors with which Slack refuses the token or the app. */
const refusals: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack does not accept the bot token. Copy the current one from “OAuth & Permissions” of the app.',
  not_authed: 'Slack got no bot token. Copy it from “OAuth & Permissions” of the app.',
  token_revoked: 'The bot token was revoked. Install the app again and enter its new “Bot User OAuth Token”.',
  token_expired: 'The bot token has expired. Switch token rotation off for the app, and enter a new token.',
  account_inactive: 'The app was removed from the workspace, or the workspace is gone. Install the app again.',
  not_allowed_token_type: 'This is not a bot token. Enter the “Bot User OAuth Token”, which begins with xoxb-.',
  no_permission: 'The workspace does not permit the app to do this. Ask an administrator of the workspace.',
  access_denied: 'The workspace does not permit the app to do this. Ask an administrator of the workspace.',
  team_access_not_granted: 'The app has no access to the workspace. Install it there.',
  ekm_access_denied: 'Administrators of the workspace have suspended posting of messages.',
};

/** Errors with which Slack refuses one message, in words for the team. */
const ofMessage: Readonly<Record<string, string>> = {
  channel_not_found: 'Slack finds no such channel, or the app is no member of it. Invite the app to it.',
  not_in_channel: 'The app is no member of the channel. Invite it with /invite.',
  is_archived: 'The Slack channel is archived.',
  msg_too_long: 'The message is longer than Slack takes.',
  message_not_found: 'The message is no longer there.',
  cant_update_message: 'The message is not the app’s own.',
  no_text: 'The message has no text.',
  restricted_action: 'The workspace does not let the app post in this channel.',
  restricted_action_read_only_channel: 'The channel is read-only.',
  restricted_action_thread_locked: 'The thread is locked.',
  restricted_action_thread_only_channel: 'The channel takes messages in threads only.',
  restricted_action_non_threadable_channel: 'The channel takes no messages in threads.',
  cannot_reply_to_message: 'Slack takes no reply to this message.',
  user_not_found: 'Slack finds no such user.',
  cannot_dm_bot: 'The user is a bot, which gets no direct messages.',
  user_disabled: 'The user’s Slack account is deactivated.',
};

/** Errors that may come when the message is there already (Slack, errors of `chat.postMessage`). */
const unknowns: readonly string[] = ['fatal_error', 'internal_error', 'request_timeout'];

/** Errors that pass. */
const passing: readonly string[] = ['service_unavailable', 'team_added_to_org', 'accesslimited'];

/** Waiting time in ms if Slack names no time. */
const usualWaitMs = 30_000;

function failureOf(error: string, { json, headers }: PlatformResponse): SendFailure {
  const code = error.slice(0, 100);
  if (code === 'missing_scope') return missingScope(String(json['needed'] ?? 'chat:write').slice(0, 200));
  const refusal = known(refusals, code);
  if (refusal !== undefined) return new SendFailure(code, refusal, { isRefusal: true });
  const reason = known(ofMessage, code);
  if (reason !== undefined) return new SendFailure(code, reason, { isFinal: true, isOfMessage: true });
  if (code === 'ratelimited' || code === 'rate_limited') {
    const seconds = Number(headers['retry-after']);
    const waitMs = seconds > 0 ? seconds * 1000 : usualWaitMs;
    return new SendFailure('rate_limited', 'Slack wants no more messages for a while.', { waitMs });
  }
  if (code === 'messages_tab_disabled') return new SendFailure(code, noMessagesTab, { isFinal: true });
  if (unknowns.includes(code))
    return new SendFailure(code, 'Slack failed while it took the message.', { isUnknown: true });
  return new SendFailure(code, `Slack refuses it: ${code}.`, { isFinal: !passing.includes(code) });
}

const known = (record: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const noMessagesTab =
  'Direct messages are switched off for the app. In “App Home”, switch the “Messages Tab” on and let users write there.';

/** Without `chat:write` nothing can be sent; without another scope some messages don't arrive. */
const missingScope = (names: string) =>
  new SendFailure(
    'missing_scope',
    `The app lacks the scope ${names}. Add it under “OAuth & Permissions”, install the app again, and enter its token.`,
    names.includes('chat:write') ? { isRefusal: true } : { isFinal: true },
  );

/** Time in ms for which the address of a slash command takes replies; Slack says 30 minutes. */
const responseMs = 29 * 60_000;

/** True for an address of Slack for replies. */
const isOfSlack = (url: string, { origin }: Pick<SendContext, 'origin'>): boolean =>
  url.startsWith('https://hooks.slack.com/') || url.startsWith(`${origin}/`);

/**
 * Replies to a slash command by the address that came with it, which works in channels without the app, too. False
 * without such an address, or if Slack takes no more replies there: at most five, for half an hour.
 */
async function respond(content: object, message: OutboundMessage, context: SendContext): Promise<boolean> {
  const { responseUrl = '', at = '' } = message.context ?? {};
  if (!isOfSlack(responseUrl, context) || context.now - Number(at) > responseMs) return false;
  const json = { response_type: 'in_channel', ...content, mrkdwn: true };
  const answer = await callPlatform({ platform: 'Slack', url: responseUrl, json, isOnce: true }, context);
  return answer.status === 200 && answer.json['ok'] !== false;
}

/** Answers a click at the address that came with it; only the person who clicked sees it. */
export async function respondPrivately(
  { url, text }: { readonly url: string; readonly text: string },
  context: SendContext,
): Promise<void> {
  if (!isOfSlack(url, context)) return;
  const json = { response_type: 'ephemeral', replace_original: false, text };
  await callPlatform({ platform: 'Slack', url, json }, context);
}

/** Sends a part into the thread or the direct messages that the conversation is from. Slack doesn't refuse its format. */
export async function postPart(
  { text, replies = [] }: SentPart,
  message: OutboundMessage,
  context: SendContext,
): Promise<string | null> {
  const content = { text, ...(replies.length > 0 && { blocks: withReplies(text, replies) }) };
  if (await respond(content, message, context)) return null;
  const [channel, root] = (message.thread ?? message.context?.['channel'] ?? message.user ?? '').split(':');
  const parameters = {
    ...{ channel, ...content, mrkdwn: true, unfurl_links: false, unfurl_media: false },
    ...(root !== undefined && { thread_ts: root }),
  };
  const { json } = await callMethod({ name: 'chat.postMessage', parameters, isOnce: true }, context);
  return String(json['ts'] ?? '');
}

/** Changes a message at the address that came with a click; its address takes changes for half an hour. */
export async function replaceMessage({ url, json }: Settlement, context: SendContext): Promise<void> {
  if (isOfSlack(url, context)) await callPlatform({ platform: 'Slack', url, json }, context);
}

/** Finds the app of the token, and checks that the app has its scopes. */
export async function findApp(context: SendContext): Promise<readonly Finding[]> {
  const { json, headers } = await callMethod({ name: 'auth.test' }, context);
  const token = {
    name: 'token',
    message: `Slack accepts the token of ${String(json['user']).slice(0, 100)} in ${String(json['team']).slice(0, 100)}.`,
  };
  const given = headers['x-oauth-scopes'];
  if (given === undefined) return [token];
  const granted = given.split(',').map((scope) => scope.trim());
  const missing = scopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw missingScope(missing.join(', '));
  return [token, { name: 'scopes', message: `The app has the scopes ${scopes.join(', ')}.` }];
}
