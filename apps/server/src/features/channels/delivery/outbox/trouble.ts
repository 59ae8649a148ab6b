import { systemIn } from '../../../../access/actor.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { MessengerNeeds } from '../../messenger-needs.ts';
import { hold } from '../../store.ts';
import * as store from './trouble-store.ts';

/** A channel with which something went wrong, and what. */
interface Troubled {
  readonly channel: string;
  readonly agent: string;
  /** The sealed secrets of the channel as they were tried; any if undefined: others may do. */
  readonly sealed?: string;
  readonly failure: { readonly code: string; readonly message: string; readonly isRefusal: boolean };
}

/** The statements that tell what went wrong with a channel: its state, and an event as it becomes `error`. */
export function troubled(
  { db, now, record }: Pick<MessengerNeeds, 'db' | 'now' | 'record'>,
  workspace: string,
  { channel, agent, sealed, failure: { code, message, isRefusal } }: Troubled,
): Statement[] {
  const data = { channel, agent, code };
  const when = store.isAt(db, workspace, { channel, sealed, status: 'active' });
  return [
    // Two simultaneous failures are one event: the second one waits until the first is written.
    ...hold(db, workspace, channel),
    record(systemIn(workspace), { type: 'channel.error', workspace, data, when }),
    store.noteTrouble(db, workspace, { channel, sealed, error: { code, message }, isRefusal, now: now() }),
  ];
}

/** The statements that tell that a channel works: its state, and an event if it was `error`. */
export function recovered(
  { db, now, record }: Pick<MessengerNeeds, 'db' | 'now' | 'record'>,
  workspace: string,
  { channel, agent, sealed }: Omit<Troubled, 'failure'>,
): Statement[] {
  const changes = [{ field: 'status', before: 'error', after: 'active' }];
  const when = store.isAt(db, workspace, { channel, sealed, status: 'error' });
  return [
    ...hold(db, workspace, channel),
    record(systemIn(workspace), {
      ...{ type: 'channel.updated', workspace, data: { channel, agent, fields: ['status'] } },
      ...{ changes, when },
    }),
    store.clearTrouble(db, workspace, { channel, sealed, now: now() }),
  ];
}
