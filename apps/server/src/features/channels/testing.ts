import { type Actor, systemIn } from '../../access/actor.ts';
import { createPresentation, getChannel } from './access.ts';
import { kindOf } from './kinds/kinds.ts';
import { SendFailure } from './kinds/messenger.ts';
import type { ChannelTest } from './more-schema.ts';
import type { ChannelNeeds } from './needs.ts';
import type { Channel } from './schema.ts';
import { readSecrets } from './secrets.ts';
import { placeOf, type SendNeeds, sendContext } from './send-context.ts';

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

/** Which sites may show a chat: none named means any for a widget, and none for a page. */
function originsCheck({ type, settings }: Channel): readonly Check[] {
  const origins = settings['allowedOrigins'];
  if (!Array.isArray(origins)) return [];
  const named = origins.length > 0;
  const open = type === 'widget' ? 'Any site may show the chat: name yours.' : 'No other site may show the page.';
  return [check('allowed_origins', named || type !== 'widget', named ? `Shown by ${origins.join(', ')}.` : open)];
}

/** Whether the platform takes a message; nothing for a chat on the web, and for a channel that only receives. */
async function deliveryChecks(
  needs: SendNeeds & Pick<ChannelNeeds, 'publicUrl'>,
  { _id: id, name, type, settings }: Channel,
  sealed: string,
): Promise<readonly Check[]> {
  const { messenger } = kindOf(type);
  const read = readSecrets(needs.secrets, sealed);
  const all = { ...settings, ...read.settings };
  if (messenger === undefined) return [];
  if (!messenger.sends(all)) return [check('delivery', true, 'No address is set: the channel only receives.')];
  try {
    const place = placeOf(needs.publicUrl, { channel: id, name });
    const context = sendContext(needs, { type, settings: JSON.stringify(settings), secrets: sealed });
    const found = await messenger.check(place, context);
    return found.map(({ name, message }) => check(name, true, message));
  } catch (error) {
    if (error instanceof SendFailure) return [check('delivery', false, error.message)];
    throw error;
  }
}

/** Creates the function that tests a channel: what can be told without a visitor. */
export const createTesting =
  (needs: ChannelNeeds) =>
  async (actor: Actor, id: string): Promise<ChannelTest> => {
    const { db, findAgent, publicUrl } = needs;
    const { json, workspace, secrets } = await getChannel(db, actor, { id, permission: 'agents:write' });
    const channel = createPresentation(publicUrl).channelOf(json);
    const agent = await findAgent(systemIn(workspace).workspaces, channel.agent);
    const told = [statusCheck(channel), agentCheck(agent?.status), ...originsCheck(channel)];
    const checks = [...told, ...(await deliveryChecks(needs, channel, secrets))];
    return { ok: checks.every(({ ok }) => ok), checks };
  };
