import type { SharedRedis } from '../../redis/connection.ts';

/** Time that this process counts alone after a failure before it asks Redis again, in ms. */
const alonePause = 1_000;

/** Asks Redis, or does without: `answer` makes the result of what it says, `instead` the result if it is silent. */
export type RedisFallback = <Said, Result>(
  question: () => Promise<Said>,
  answer: (said: Said) => Result,
  instead: () => Result | Promise<Result>,
) => Result | Promise<Result>;

/**
 * Creates the questions of a process to Redis. Without an answer the process is alone: it does without, and one
 * question a second checks whether Redis answers again.
 */
export function createRedisFallback(inTime: SharedRedis['ask']): RedisFallback {
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let alone = false;

  const mayAsk = () => {
    if (!alone) return true;
    if (performance.now() < askAgainAt) return false;
    askAgainAt = performance.now() + alonePause;
    return true;
  };

  return (question, answer, instead) => {
    if (!mayAsk()) return instead();
    return inTime(question).then(
      (said) => {
        alone = false;
        return answer(said);
      },
      () => {
        // Redis is down; its client logs that.
        alone = true;
        askAgainAt = performance.now() + alonePause;
        return instead();
      },
    );
  };
}
