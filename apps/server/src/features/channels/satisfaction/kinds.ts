import { Type } from 'typebox';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { allOf, type Condition, type Statement } from '../../../storage/unit.ts';
import { mayAsk } from './store.ts';

const payload = Type.Object({ conversation: Type.String() });

/** Asks the user of a conversation that was closed how satisfied they are. */
export const askKind = {
  ...{ name: 'channels.ask', payload, timeoutMs: 60_000 },
  ...{ attempts: 5, concurrency: 8 },
} as const;

/** Thanks the user of a messenger for the answer. */
export const thankKind = {
  ...{ name: 'channels.thank', payload, timeoutMs: 60_000 },
  ...{ attempts: 3, concurrency: 8 },
} as const;

/** Returns the statement that has the user of a closed conversation asked, if its channel can ask, and `when` holds. */
export const askBy =
  (enqueue: Enqueue) =>
  (workspace: string, conversation: string, when?: Condition): Statement =>
    enqueue(workspace, {
      ...{ kind: askKind, payload: { conversation }, key: conversation },
      when: when === undefined ? mayAsk(conversation) : allOf(when, mayAsk(conversation)),
    });
