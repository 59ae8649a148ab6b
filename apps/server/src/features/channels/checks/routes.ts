import { endpoint } from '../../../http/endpoint.ts';
import { AgentChannelsPath, ChannelPath } from '../schema.ts';
import type { createChannelTest } from './channel-test.ts';
import { ChannelCheck, ChannelTest, ChannelTestDraft } from './schema.ts';
import type { createSettingsTest } from './settings-test.ts';

const tag = 'Channels';

/** The services of the operations. */
interface Services {
  readonly test: ReturnType<typeof createChannelTest>;
  readonly tryOut: ReturnType<typeof createSettingsTest>;
}

/** The operations that test channels, and settings before they are saved. */
export const checkEndpoints = ({ test, tryOut }: Services) => [
  endpoint({
    id: 'testChannel',
    client: 'channels.test',
    method: 'POST',
    path: '/api/channels/:id/test',
    access: 'agents:write',
    tag,
    summary: 'Test a channel',
    description:
      'Checks what can be told without a visitor; a webhook gets a signed request of the type `test`. With `to`, a test ' +
      'message is sent if all is well.',
    params: ChannelPath,
    body: ChannelTestDraft,
    data: ChannelTest,
    repeatable: false,
    patient: true,
    errors: ['channel_not_found'],
    handle: async (call) => ({ data: await test(call.actor, call.params.id, call.body) }),
  }),
  endpoint({
    id: 'checkChannel',
    client: 'channels.check',
    method: 'POST',
    path: '/api/agents/:id/channels/check',
    access: 'agents:write',
    tag,
    summary: 'Check the settings of a channel before they are saved',
    description: 'Asks the platform, for example whether it accepts a token. Nothing is stored.',
    params: AgentChannelsPath,
    body: ChannelCheck,
    data: ChannelTest,
    repeatable: false,
    patient: true,
    errors: ['agent_not_found', 'channel_not_found'],
    handle: async (call) => ({ data: await tryOut(call.actor, call.params.id, call.body) }),
  }),
];
