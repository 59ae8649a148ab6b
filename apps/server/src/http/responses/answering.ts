import type { Along } from '../../storage/unit.ts';
import type { Caller } from '../endpoint.ts';
import type { Answer } from './envelope.ts';

/** An answer that may be kept: it names the right without which a repeat doesn't get it. */
type Repeated<Data> = Answer<Data> & Required<Pick<Answer<Data>, 'right'>>;

/**
 * Runs an effect and returns the answer made from its result. If the request has an `Idempotency-Key`, the answer is
 * stored in the effect's unit of work: pass `along` to the service.
 */
export async function answering<Result, Data>(
  { remember }: Pick<Caller, 'remember'>,
  toAnswer: (result: Result) => Repeated<Data>,
  effect: (along: Along<Result>) => Promise<Result>,
): Promise<Answer<Data>> {
  return toAnswer(await effect((result) => remember(toAnswer(result))));
}
