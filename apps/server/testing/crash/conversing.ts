import { APIConnectionError, APIUserAbortError, type Message, NotFoundError, type Parley } from '@parley/sdk';
import { between, pick, type Random } from '../../src/random.ts';
import { type Copy, followed, newCopy } from '../conversations/conversation-copy.ts';
import { begin, ending, type Play, piece } from '../servers/fake-provider.ts';

/** A conversation that is written and followed while its servers are killed. */
export interface Watched {
  readonly id: string;
  /** The copy that a follower has heard in all its connections. */
  readonly copy: Copy;
  /** The last event that it has heard. */
  last: string | undefined;
  /** Messages of exchanges whose response has arrived. */
  readonly acknowledged: Pick<Message, '_id' | 'content' | 'status'>[];
  /** State of its deletion. */
  deletion: 'none' | 'requested' | 'acknowledged';
}

/** A conversation without messages. */
export const newWatched = (id: string): Watched => ({
  ...{ id, copy: newCopy(), last: undefined, acknowledged: [], deletion: 'none' },
});

let words = 0;

/** A word that nothing else contains. */
const newWord = (): string => {
  words += 1;
  return `w${String(words).padStart(7, '0')}`;
};

/** Streams some words, one every few milliseconds; without a number, until the client has gone. */
export const speaks =
  (count = Number.POSITIVE_INFINITY): Play =>
  async (response, { closed }) => {
    let gone = false;
    void closed.then(() => {
      gone = true;
    });
    begin(response).flushHeaders();
    for (let word = 0; word < count && !gone; word += 1) {
      response.write(piece(`${newWord()} `));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end(ending());
  };

/** Resolves to undefined if the server was killed meanwhile, or the caller has left. */
const unlessKilled = <Result>(request: Promise<Result>): Promise<Result | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return undefined;
    throw error;
  });

/** Follows a conversation from where its follower was, until the server is killed or the conversation deleted. */
export function follow(client: Parley, watched: Watched): { readonly ended: Promise<void>; leave(): Promise<void> } {
  const reader = followed(client, watched.id, { copy: watched.copy, after: watched.last });
  const note = () => {
    watched.last = reader.last();
  };
  const ended = unlessKilled(reader.ended).catch((error: unknown) => {
    // Nothing else deletes it, so its follower hears that, or finds nothing.
    if (!(error instanceof NotFoundError) || watched.deletion === 'none') throw error;
  });
  return {
    ended: ended.then(note),
    leave: async () => {
      await reader.leave();
    },
  };
}

/** Sends messages to a conversation, rates replies, and changes the conversation, until the server is killed. */
export async function converse(client: Parley, { id, acknowledged }: Watched, random: Random): Promise<void> {
  const send = async (role: 'user' | 'human') => {
    const { message, reply } = await client.messages.send(id, { content: newWord(), role });
    acknowledged.push(message, ...(reply === null ? [] : [reply]));
    return reply;
  };
  const exchange = () => send('user');
  const rate = async () => {
    const reply = await send('user');
    if (reply !== null) await client.messages.rate(reply._id, { rating: pick(random, ['positive', 'negative']) });
  };
  const rename = () => client.conversations.update(id, { title: `Title ${between(random, 0, 999)}` });
  const interrupt = async () => {
    await client.conversations.takeOver(id);
    await send('human');
    await client.conversations.release(id);
  };
  const write = async () => {
    for (;;) await pick<() => Promise<unknown>>(random, [exchange, exchange, rate, rename, interrupt])();
  };
  await unlessKilled(write());
}

/** Asks for a reply that doesn't end before the server is killed. */
export const listen = async (client: Parley, { id }: Watched): Promise<void> => {
  await unlessKilled(client.messages.send(id, { content: newWord() }));
};

/** Deletes a conversation. */
export async function remove(client: Parley, watched: Watched): Promise<void> {
  watched.deletion = 'requested';
  const done = await unlessKilled(client.conversations.delete(watched.id));
  if (done !== undefined) watched.deletion = 'acknowledged';
}
