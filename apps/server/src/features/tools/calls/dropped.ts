import { Type } from 'typebox';
import { systemIn } from '../../../access/actor.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import { job } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { aboutCall } from './about.ts';
import * as store from './store.ts';

/** Tells of the calls that have ended with their reply: by their events, and where people were asked about them. */
const droppedKind = {
  name: 'tools.tell-dropped',
  payload: Type.Object({ reply: Type.String() }),
  timeoutMs: 30_000,
} as const;

/** Dependencies of telling. */
export interface DropNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  readonly record: RecordEvent;
  /** Returns the statement that shows the end of a call where people were asked, for its unit of work. */
  decided(call: Pick<ToolCallRow, 'id' | 'workspace_id'>): Statement;
}

/** Returns the statement that has those told who wait for the calls of a reply, for the unit that ends it. */
export const tellDropped = (enqueue: Enqueue, workspace: string, reply: string): Statement =>
  enqueue(workspace, { kind: droppedKind, payload: { reply } });

/** Creates the job that tells. The unit that ends a reply doesn't read its calls, so that it can't wait for them. */
export const droppedJob = ({ db, record, decided }: Omit<DropNeeds, 'enqueue'>) =>
  job(droppedKind, async ({ workspace, payload: { reply } }) => {
    const calls = await store.droppedOf(db, workspace, reply);
    return {
      effect: calls.flatMap((call) => {
        const data = { ...aboutCall(call), status: call.status };
        const event = record(systemIn(workspace), { type: 'tool_call.ended', workspace, data });
        return call.waits_for === 'approval' ? [event, decided(call)] : [event];
      }),
    };
  });
