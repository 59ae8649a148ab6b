import { type Actor, systemIn } from '../../access/actor.ts';
import { createPresentation, getChannel } from './access.ts';
import type { ChannelTest } from './more-schema.ts';
import type { ChannelNeeds } from './needs.ts';
import type { Channel } from './schema.ts';

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

/** Creates the function that tests a channel: what can be told without a visitor. */
export const createTesting =
  ({ db, findAgent, publicUrl }: ChannelNeeds) =>
  async (actor: Actor, id: string): Promise<ChannelTest> => {
    const { json, workspace } = await getChannel(db, actor, { id, permission: 'agents:write' });
    const channel = createPresentation(publicUrl).channelOf(json);
    const agent = await findAgent(systemIn(workspace).workspaces, channel.agent);
    const checks = [statusCheck(channel), agentCheck(agent?.status), ...originsCheck(channel)];
    return { ok: checks.every(({ ok }) => ok), checks };
  };
