import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import type { Database } from '../../storage/database.ts';
import { failures } from './failures.ts';

/** That what is kept of an answer about a conversation goes with the conversation. */
export const keptWith = (conversation: string) => ({
  keptWith: { conversation, onMissing: failures.noConversation },
});

/**
 * Keeps an answer for the repeats of its request, in a unit of work of its own: what it says comes out of other units, such
 * as the end of a turn. Where the process dies in between, nobody has had the answer; a repeat finds the effect and
 * keeps what it comes to then.
 */
export async function remember<Data>(
  db: Pick<Database, 'write'>,
  caller: Caller,
  answer: Answer<Data>,
): Promise<Answer<Data>> {
  const statements = caller.remember(answer);
  if (statements.length > 0) await db.write(statements);
  return answer;
}
