import { expect } from 'vitest';
import { eventId, positionAt } from '../../src/events/event-id.ts';
import type { Service } from '../harness.ts';
import type { Reply } from '../request.ts';
import { send } from '../request.ts';

interface World {
  readonly parley: Service;
  readonly key: string;
}

const since = { since: '2026-01-31T09:30:00Z' };

/** Sends something again to a new webhook that is disabled. */
async function again({ parley, key }: World, body: object, times = 1): Promise<Reply> {
  const draft = { url: 'https://1.1.1.1/', status: 'disabled' };
  const made = await send(parley.url, { method: 'POST', path: '/api/webhooks', key, body: draft });
  const { _id } = made.json()['data'] as { _id: string };
  const call = () => send(parley.url, { method: 'POST', path: `/api/webhooks/${_id}/redeliver`, key, body });
  for (let count = 1; count < times; count += 1) await call();
  return call();
}

/** Provokes the errors of events and webhooks, by their code. */
export const eventFailures = {
  cursor_expired: {
    by: async ({ parley }: World) => {
      const person = await parley.person();
      const cursor = eventId(person.account, positionAt(Date.UTC(2020, 0)));
      return send(parley.url, { path: `/api/events?cursor=${cursor}`, key: await person.key() });
    },
    body: { details: [{ path: 'cursor', message: expect.stringContaining('evt_') }] },
  },
  webhook_not_found: { by: ({ key }: World) => ({ path: '/api/webhooks/webhook_nowhere', key }) },
  webhook_delivery_not_found: { by: (world: World) => again(world, { deliveryId: 'whdel_nowhere' }) },
  webhook_redelivery_in_progress: { by: (world: World) => again(world, since, 2) },
};
