import { randomUUID } from 'node:crypto';
import { type Actor, systemIn } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import { kindOf } from '../../../platforms/kinds.ts';
import { type Addressee, type Messenger, SendFailure } from '../../../platforms/messenger.ts';
import { createPresentation, getChannel } from '../access.ts';
import { placeOf, type SendNeeds, sendContext } from '../delivery/send-context.ts';
import { sendAll } from '../delivery/send-whole-message.ts';
import type { ChannelNeeds } from '../needs.ts';
import type { Channel } from '../schema.ts';
import type { ChannelTest, ChannelTestDraft } from './schema.ts';

type Check = ChannelTest['checks'][number];

const check = (name: string, ok: boolean, message: string): Check => ({ name, ok, message });

const statusCheck = ({ status, lastError }: Channel): Check =>
  check(
    'channel_active',
    status === 'active',
    status === 'active'
      ? 'The channel is active.'
      : `The channel is ${status === 'error' ? `in error: ${lastError?.message ?? 'unknown'}` : 'inactive'}.`,
  );

const agentCheck = (status: string | undefined): Check =>
  check(
    'agent_active',
    status === 'active',
    status === 'active' ? 'The agent is active.' : 'The agent is inactive: messages are stored and not answered.',
  );

/** Names the sites that may show a chat. Without any, all sites may show a widget, and none a page. */
function originsCheck({ type, settings }: Channel): readonly Check[] {
  const origins = settings['allowedOrigins'];
  if (!Array.isArray(origins)) return [];
  const named = origins.length > 0;
  const open = type === 'widget' ? 'Any site may show the chat: name yours.' : 'No other site may show the page.';
  return [check('allowed_origins', named || type !== 'widget', named ? `Shown by ${origins.join(', ')}.` : open)];
}

/**
 * Checks that the platform takes a message. A chat on the web has no such check; a channel that only receives passes
 * it.
 */
async function deliveryChecks(
  needs: SendNeeds & Pick<ChannelNeeds, 'publicUrl'>,
  { _id: id, name, type, settings }: Channel,
  sealed: string,
): Promise<readonly Check[]> {
  const { messenger } = kindOf(type);
  if (messenger === undefined) return [];
  const context = sendContext(needs, { channel: id, type, settings: JSON.stringify(settings), secrets: sealed });
  if (!messenger.sends(context.settings))
    return [check('delivery', true, 'No address is set: the channel only receives.')];
  try {
    const place = placeOf(needs.publicUrl, { channel: id, name });
    const found = await messenger.check(place, context);
    return found.map(({ name, message }) => check(name, true, message));
  } catch (error) {
    if (error instanceof SendFailure) return [check('delivery', false, error.message)];
    throw error;
  }
}

/** Addressee of a test message, and the messenger that sends it. */
interface Reached {
  readonly to: string;
  readonly messenger: Messenger;
  readonly addressee: Pick<Addressee, 'user' | 'thread' | 'context'>;
}

/** Finds the addressee of a test message. Throws `validation_failed` if the kind can't read it. */
function reach({ type }: Channel, to: string): Reached {
  const { messenger } = kindOf(type);
  const addressee = messenger?.recipient?.read(to);
  if (messenger === undefined || addressee === undefined) throw invalid([{ path: 'to', message: notReachable(type) }]);
  return { to, messenger, addressee };
}

/** Sends a test message to an addressee. */
async function messageCheck(
  needs: SendNeeds,
  { _id: channel, type, settings }: Channel,
  { sealed, to, messenger, addressee }: Reached & { readonly sealed: string },
): Promise<Check> {
  const context = sendContext(needs, { channel, type, settings: JSON.stringify(settings), secrets: sealed });
  const message = {
    ...({ id: `test_${randomUUID()}`, channel, conversation: null, role: 'human', lastEventAt: null } as const),
    ...{ ...addressee, text: 'This is a test message of your channel. It works.' },
  };
  try {
    await sendAll(messenger, message, context);
    return check('message', true, `A test message was sent to ${to}.`);
  } catch (error) {
    if (error instanceof SendFailure) return check('message', false, error.message);
    throw error;
  }
}

const notReachable = (type: Channel['type']): string => {
  const { title, messenger } = kindOf(type);
  if (messenger?.recipient === undefined) return `must be absent: a test of ${title} has no recipient`;
  return `must be a ${messenger.recipient.title}`;
};

/** Creates the function that tests a channel: what can be told without a visitor. */
export const createChannelTest =
  (needs: ChannelNeeds) =>
  async (actor: Actor, id: string, { to }: ChannelTestDraft): Promise<ChannelTest> => {
    const { db, findAgent, publicUrl } = needs;
    const { json, workspace, secrets } = await getChannel(db, actor, { id, permission: 'agents:write' });
    const channel = createPresentation(publicUrl).channelOf(json);
    const reached = to === undefined ? undefined : reach(channel, to);
    const agent = await findAgent(systemIn(workspace).workspaces, channel.agent);
    const told = [statusCheck(channel), agentCheck(agent?.status), ...originsCheck(channel)];
    const checks = [...told, ...(await deliveryChecks(needs, channel, secrets))];
    const isWell = checks.every(({ ok }) => ok);
    if (reached !== undefined && isWell)
      checks.push(await messageCheck(needs, channel, { sealed: secrets, ...reached }));
    return { ok: checks.every(({ ok }) => ok), checks };
  };
