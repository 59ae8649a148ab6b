import type { Actor } from '../../../../access/actor.ts';
import type { TurnAids } from '../../../../calling/aids.ts';
import { handoverCauses } from '../../../../calling/handover-rules.ts';
import type { RecordEvent } from '../../../../events/happening.ts';
import type { Desk } from '../../entries/needs.ts';
import { endEvent } from '../ending/end-event.ts';
import { type EndedNeeds, writeEnded } from '../ending/write-ended.ts';
import { type Abandoned, abandon, findProgress } from './lease-store.ts';

/** Dependencies of ending other processes' turns. */
export interface AbandonNeeds extends EndedNeeds {
  readonly now: () => number;
  readonly models: { estimate(text: string): number };
  readonly record: RecordEvent;
  readonly desk: Desk;
  readonly aids?: TurnAids | undefined;
  /** Tells those who follow a conversation or its workspace that it has changed. */
  changed(conversation: string, workspace: string): void;
}

/** The reply to end, and how it ends. */
export type Abandoning = Pick<Abandoned, 'replyId' | 'conversation' | 'finishReason' | 'status' | 'error' | 'lease'> & {
  readonly workspace: string;
  /** The actor that ends it: that of its turn is known to the other process alone. */
  readonly actor: Actor;
};

/** The reply has ended meanwhile, or its lease was renewed. */
class Settled extends Error {}

/**
 * Ends a reply that another process writes, or wrote until it died, with its stored text, its estimated cost and its
 * event. Does nothing if the reply has ended meanwhile.
 */
export async function abandonReply(
  { db, now, queues, models, record, desk, changed, aids }: AbandonNeeds,
  { workspace, actor, ...ending }: Abandoning,
): Promise<void> {
  const { replyId, conversation } = ending;
  const progress = await findProgress(db, workspace, replyId);
  if (progress === undefined) return;
  const { content, agent, inputTokens: prompt, createdAt } = progress;
  const usage = prompt === null ? null : { inputTokens: Number(prompt), outputTokens: models.estimate(content) };
  const time = now();
  const ended = { ...ending, usage, latencyMs: Math.max(0, time - createdAt), now: time };
  const unit = {
    ended: abandon(db, workspace, ended, () => new Settled()),
    event: record(actor, endEvent({ workspace, agent, ...ending })),
    calls: aids?.calls?.drop(workspace, replyId, time),
    // The agent isn't known here: the job looks at its rules.
    handedOver:
      ending.status === 'failed' ? desk.handOver(workspace, conversation, handoverCauses.failedReply) : undefined,
  };
  await writeEnded({ db, queues }, unit).catch((failure: unknown) => {
    if (!(failure instanceof Settled)) throw failure;
  });
  changed(conversation, workspace);
}
