import { pictureParts } from '../fixtures/pictures.ts';
import { allowed, found, withDefault, within } from './checks.ts';
import { externalId, named, path, type Row } from './row.ts';

const ofAgent = { id: path('agent') };
const channel = { id: path('channel') };

type Permission = 'agents:read' | 'agents:write' | 'workspace:admin';
const ofChannel = (needs: Permission): Row => ({
  ...{ needs, status: 200, slots: channel },
  checks: [found('id', 'channel_not_found'), allowed('id', needs)],
});
const inAgent = (needs: Permission): Row => ({
  ...{ needs, status: 200, slots: ofAgent },
  checks: [found('id', 'agent_not_found'), allowed('id', needs)],
});

/** Calls of the endpoints of channels, and their permissions. */
export const channelRows: Readonly<Record<string, Row>> = {
  listChannelTypes: { needs: 'agents:read', status: 200 },
  createChannel: { ...inAgent('agents:write'), status: 201, body: (given) => ({ ...named(given), type: 'widget' }) },
  listChannels: inAgent('agents:read'),
  listAllChannels: {
    needs: 'agents:read',
    status: 200,
    // They only narrow the list, so one out of reach gives an empty list.
    slots: {
      workspaceId: { in: 'query', kind: 'workspace', optional: true },
      agentId: { in: 'query', kind: 'agent', optional: true },
    },
  },
  getChannel: ofChannel('agents:read'),
  putChannel: {
    needs: 'agents:write',
    status: 201,
    slots: {
      workspaceId: { in: 'query', kind: 'workspace', optional: true },
      agent: { in: 'body', kind: 'agent' },
    },
    params: externalId,
    body: (given) => ({ ...named(given), type: 'widget' }),
    checks: [
      withDefault('workspaceId', 'agents:write', [
        found('workspaceId', 'workspace_not_found'),
        allowed('workspaceId', 'agents:write'),
        within('agent', 'workspaceId', { status: 404, code: 'agent_not_found' }),
      ]),
    ],
  },
  updateChannel: { ...ofChannel('agents:write'), body: named },
  deleteChannel: ofChannel('workspace:admin'),
  testChannel: ofChannel('agents:write'),
  checkChannel: { ...inAgent('agents:write'), body: () => ({ type: 'webhook', settings: {} }) },
  // A chat on the web has no such request, and WhatsApp's has a token.
  confirmChannelAddress: { needs: 'nothing', status: 404, code: 'channel_not_found', slots: channel },
  // A channel on the web has no such request.
  receiveChannelEvent: { needs: 'nothing', status: 404, code: 'channel_not_found', slots: channel },
  setChannelPicture: { ...ofChannel('agents:write'), files: () => pictureParts() },
  deleteChannelPicture: ofChannel('agents:write'),
  rotateChannelSecret: ofChannel('workspace:admin'),
};
