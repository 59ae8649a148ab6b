import { systemIn } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { KeptCall } from '../../../../calling/kept-calls.ts';
import type { StoredConversation } from '../../store.ts';
import * as messages from '../store.ts';
import type { ChannelRules } from './channel-rules.ts';
import { cannedRow, type EnterNeeds, enter } from './enter.ts';

/** Dependencies of telling. */
export type TellNeeds = EnterNeeds & { readonly rules: Pick<ChannelRules, 'confirmationText'> };

/** A reply with calls, in its conversation. */
interface Waiting {
  readonly reply: string;
  readonly conversation: StoredConversation;
  readonly agent: AnsweringAgent;
  readonly kept: readonly KeptCall[];
}

/**
 * Tells the user of a messenger, once for a reply, that a person must confirm something first: messengers get a reply
 * when it is whole. Throws a `StaleRead` if the conversation has changed.
 */
export async function tellWaiting(needs: TellNeeds, { reply, conversation, agent, kept }: Waiting): Promise<void> {
  const { db, now, newId, rules } = needs;
  const { id, workspace, channel } = conversation;
  if (channel === null || !kept.some(({ status, waitsFor }) => status === 'waiting' && waitsFor === 'approval')) return;
  const text = await rules.confirmationText(workspace, channel);
  if (text === undefined) return;
  const clientId = `waits:${reply}`;
  if ((await messages.findSent(db, workspace, { conversation: id, clientId })) !== undefined) return;
  const at = Math.max(now(), conversation.lastMessageAt + 1);
  const row = cannedRow(text, { id: newId('message'), conversation: id, at, to: reply });
  await enter(needs, {
    ...{ actor: systemIn(workspace), agent, conversation: id, user: conversation.user, isOpen: true },
    // It is no reply: the one to the user's message still comes.
    ...{ rows: [{ ...row, client_message_id: clientId, reply_to: null }], question: undefined, leave: () => undefined },
  });
}
