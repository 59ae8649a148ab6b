import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** How to call each operation on channels so that a valid request succeeds. */
export async function channelRows({ owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers } = owner;
  const agent = await made.agent();
  const make = async (): Promise<string> =>
    String((await made.post(`/api/agents/${agent}/channels`, { type: 'webhook' }))['_id']);
  const id = await make();
  const one = { headers, params: { id } };
  return {
    listChannelTypes: { target: () => ({ headers }) },
    createChannel: {
      target: (body) => ({ headers, params: { id: agent }, body: { ...('settings' in body && { settings: {} }) } }),
    },
    listChannels: { target: () => ({ headers, params: { id: agent } }) },
    getChannel: { target: () => one },
    updateChannel: {
      target: (body) => ({ ...one, body: changesOf(body) }),
      conflicts: { version_conflict: 'It was changed at the same moment.' },
    },
    deleteChannel: { target: async () => ({ headers, params: { id: await make() } }) },
    testChannel: { target: () => one },
    createVisitor: {
      target: () => ({ params: { id }, body: { token: undefined, identity: undefined, origin: undefined } }),
    },
    receiveChannelEvent: {
      target: () => ({ params: { id } }),
      conflicts: { invalid_signature: 'Bytes at random are not signed.', too_many_failed_attempts: 'Many of them.' },
      neverAccepted: 'Bytes at random are no message.',
    },
    rotateChannelSecret: {
      target: () => one,
      conflicts: { version_conflict: 'It was changed at the same moment.' },
    },
  };
}

const readOnly = ['_id', 'agent', 'workspace', 'type', 'urls', 'lastEventAt', 'lastError', 'createdAt', 'updatedAt'];

/** Leaves out of a random change what only an echo may have; settings are those of a kind. */
const changesOf = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(readOnly.filter((name) => name in body).map((name) => [name, undefined])),
  ...('settings' in body && { settings: { apology: 'Sorry.' } }),
  ...(body['status'] === 'error' && { status: 'inactive' }),
});
