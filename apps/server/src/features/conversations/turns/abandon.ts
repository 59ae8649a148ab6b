import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type Abandoned, abandon, findProgress } from './lease-store.ts';
import type { TurnEvent } from './run.ts';

/** What ending other processes' answers needs from elsewhere. */
export interface AbandoningNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly models: { estimate(text: string): number };
}

/** Which answer ends, and how. */
export type Abandoning = Pick<Abandoned, 'message' | 'conversation' | 'finishReason' | 'status' | 'error' | 'lease'> & {
  readonly workspace: string;
};

/** Tells that an answer has ended meanwhile, or that somebody is at it. */
class Settled extends Error {}

/**
 * Makes the way to end an answer that another process writes, or wrote until it died: with the text that it has, what
 * is known of its cost, and its event. Does nothing where it has ended meanwhile.
 */
export const createAbandoning =
  ({ db, now, models }: AbandoningNeeds) =>
  async ({ workspace, ...ending }: Abandoning, record: (event: TurnEvent) => Statement): Promise<void> => {
    const { message, conversation, error, status } = ending;
    const progress = await findProgress(db, workspace, message);
    if (progress === undefined) return;
    const { content, agent, inputTokens: prompt, createdAt } = progress;
    const usage = prompt === null ? null : { inputTokens: Number(prompt), outputTokens: models.estimate(content) };
    const time = now();
    const ended = { ...ending, usage, latencyMs: Math.max(0, time - createdAt), now: time };
    const data = { conversation, message, agent, code: status === 'cancelled' ? 'cancelled' : error?.code };
    const unit = [
      ...abandon(db, workspace, ended, () => new Settled()),
      record({ type: 'message.failed', workspace, data }),
    ];
    await db.write(unit).catch((failure: unknown) => {
      if (!(failure instanceof Settled)) throw failure;
    });
  };
