import type { Along } from '../storage/unit.ts';
import type { Caller } from './endpoint.ts';
import type { Answer } from './envelope.ts';

/** An answer that may be kept: it names the right without which a repeat doesn't get it. */
type Repeated<Data> = Answer<Data> & Required<Pick<Answer<Data>, 'right'>>;

/**
 * Answers with what an effect comes to. If the request carries an `Idempotency-Key`, the same answer is kept for its
 * repeats in the unit of work that has the effect: pass `along` to the service.
 */
export async function answering<Result, Data>(
  { remember }: Pick<Caller, 'remember'>,
  toAnswer: (result: Result) => Repeated<Data>,
  effect: (along: Along<Result>) => Promise<Result>,
): Promise<Answer<Data>> {
  return toAnswer(await effect((result) => remember(toAnswer(result))));
}
