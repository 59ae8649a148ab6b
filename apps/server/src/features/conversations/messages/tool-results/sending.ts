import type { Actor } from '../../../../access/actor.ts';
import type { Slots } from '../../../../access/limits/slots.ts';
import { withSlot } from '../../../../access/limits/with-slot.ts';
import { invalid } from '../../../../errors.ts';
import { getMessage } from '../../access.ts';
import { failures } from '../../failures.ts';
import type { Resume } from '../../resume.ts';
import type { TurnNeeds } from '../../turns/turn.ts';
import type { SendTarget, Sent } from '../sending/steps.ts';
import * as messages from '../store.ts';
import type { ToolResultsDraft } from './schema.ts';

/** Dependencies of answering calls. */
export interface ToolResultNeeds extends Pick<TurnNeeds, 'db' | 'now' | 'aids' | 'resumeAt' | 'changed'> {
  readonly slots: Slots;
  readonly resume: Pick<Resume, 'now'>;
}

export type SendToolResults = ReturnType<typeof createSendToolResults>;

/** Creates what stores the answers of the caller's own code to tool calls, and lets their reply go on. */
export const createSendToolResults =
  ({ db, now, aids, resumeAt, changed, slots, resume }: ToolResultNeeds) =>
  async (actor: Actor, { id, streamed }: SendTarget, results: ToolResultsDraft['results']): Promise<Sent> => {
    const { workspace, conversation, replyTo } = await getMessage(db, actor, { id, permission: 'conversations:write' });
    const message = replyTo === null ? undefined : await messages.find(db, [workspace], replyTo);
    const keeper = aids?.calls;
    if (message === undefined || keeper === undefined) throw failures.noMessage();
    checkOnce(results);
    const send = async (): Promise<Sent> => {
      const given = results.map(({ callId, content, isError = false }) => ({ callId, content, isError }));
      const answered = await keeper.answer({ workspace, reply: id }, given, now());
      await db.write({ answered, resume: resumeAt(workspace, id) });
      changed(conversation, workspace);
      await resume.now(workspace, id);
      return { message, reply: await messages.find(db, [workspace], id), replayed: false };
    };
    return streamed === true ? withSlot(slots.take(actor, [workspace], 'streams'), send) : send();
  };

/** Throws `validation_failed` if a call is answered twice. */
function checkOnce(results: ToolResultsDraft['results']): void {
  const ids = results.map(({ callId }) => callId);
  const again = ids.findIndex((each, index) => ids.indexOf(each) !== index);
  if (again >= 0) throw invalid([{ path: `results.${again}.callId`, message: 'is answered twice' }]);
}
