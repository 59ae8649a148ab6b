import { version } from '../../version.ts';
import { cutTo, fieldsOf, stringOf } from '../json-fields.ts';
import { type SendContext, SendFailure } from '../messenger.ts';
import { callPlatform, type PlatformRequest, type PlatformResponse } from '../platform-call.ts';

/** The version of the API, and the `User-Agent` that Discord asks for. */
const api = { root: '/api/v10', agent: `DiscordBot (Parley, ${version})` } as const;

/**
 * Error codes of Discord for an interaction token that has ended: unknown webhook, unknown interaction, invalid token.
 */
const endedCodes: readonly number[] = [10015, 10062, 50027];

/** Codes that say the bot may not write there: unknown or no access, no permission, not a channel for texts, closed DMs. */
const outsideCodes: readonly number[] = [10003, 10004, 50001, 50007, 50008, 50013];

/** The code of a deleted message. */
const unknownMessage = 10008;

/** A request to Discord. */
export interface DiscordRequest extends Pick<PlatformRequest, 'method' | 'json' | 'isOnce'> {
  /** Below the root of the API. */
  readonly path: string;
  /** True to authenticate as the bot; otherwise the path has its own token. */
  readonly asBot?: boolean;
}

/** Calls the API of Discord. Throws a `SendFailure`, also if the bot token is refused. */
export async function callDiscord(
  { path, asBot = true, ...request }: DiscordRequest,
  context: SendContext,
): Promise<PlatformResponse> {
  const answer = await callPlatform(
    {
      ...{ ...request, platform: 'Discord', url: `${context.origin}${api.root}${path}`, agent: api.agent },
      ...(asBot && { headers: { authorization: `Bot ${stringOf(context.settings['botToken'])}` } }),
    },
    context,
  );
  if (asBot && answer.status === 401) throw refusedToken();
  return answer;
}

/**
 * Sends a request whose repeat Discord recognises. If the answer is lost, repeats it immediately. If that fails, too,
 * the outcome stays unknown.
 */
export async function callTwice(request: DiscordRequest, context: SendContext): Promise<PlatformResponse> {
  try {
    return await callDiscord({ ...request, isOnce: true }, context);
  } catch (error) {
    if (!(error instanceof SendFailure && error.isUnknown)) throw error;
    const answer = await callDiscord(request, context).catch(() => undefined);
    if (answer === undefined || !isDone(answer)) throw error;
    return answer;
  }
}

/** True if the request succeeded. */
export const isDone = ({ status }: PlatformResponse): boolean => status >= 200 && status < 300;

/** True if the answer says that the interaction token has ended. */
export const hasEnded = ({ json }: PlatformResponse): boolean => endedCodes.includes(Number(json['code']));

/** True if the answer says that the message was deleted. */
export const isDeleted = ({ json }: PlatformResponse): boolean => json['code'] === unknownMessage;

const refusedToken = () =>
  new SendFailure(
    'token_revoked',
    'Discord refuses the bot token. Reset it on the Bot page of the application, and save the new one here.',
    { isRefusal: true },
  );

/** Reason of a refusal in Discord's words, with its code. */
const wordsOf = ({ status, json }: PlatformResponse): string => {
  const said = cutTo(stringOf(json['message']), 200);
  return said === '' ? `status ${status}` : `${said} (${Number(json['code'] ?? status)})`;
};

/** The failure of a message that Discord refuses. */
export function refusedMessage(answer: PlatformResponse): SendFailure {
  const code = Number(answer.json['code']);
  const facts = { isFinal: true, isOfMessage: true } as const;
  if (outsideCodes.includes(code))
    return new SendFailure(
      'no_access',
      'The bot can’t write in that channel of Discord. More than 15 minutes after a command, it must be a member of the ' +
        'server and have the permissions View Channel and Send Messages.',
      facts,
    );
  return new SendFailure('refused', `Discord refuses the message: ${wordsOf(answer)}`, facts);
}

/** The failure of a request about the application. */
export function refusedChange(what: string, answer: PlatformResponse): SendFailure {
  const details = fieldsOf(answer.json['errors']);
  if (answer.status === 400 && 'interactions_endpoint_url' in details)
    return new SendFailure(
      'endpoint_refused',
      'Discord could not verify the address of the channel. It must be reachable from the internet by https, and the ' +
        'public key must be the one of the application.',
      { isFinal: true },
    );
  return new SendFailure('refused', `Discord refuses ${what}: ${wordsOf(answer)}`, { isFinal: true });
}
