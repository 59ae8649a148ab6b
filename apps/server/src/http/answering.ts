import type { Along } from '../storage/unit.ts';
import type { Caller } from './endpoint.ts';
import type { Answer } from './envelope.ts';

/**
 * Answers with what an effect comes to. If the request carries an `Idempotency-Key`, the same answer is kept for its
 * repeats in the unit of work that has the effect: pass `along` to the service.
 */
export async function answering<Result, Data>(
  { remember }: Pick<Caller, 'remember'>,
  toAnswer: (result: Result) => Answer<Data>,
  effect: (along: Along<Result>) => Promise<Result>,
): Promise<Answer<Data>> {
  return toAnswer(await effect((result) => remember(toAnswer(result))));
}
