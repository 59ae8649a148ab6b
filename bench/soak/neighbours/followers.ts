import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, ending, type Play, piece } from '../../../apps/server/testing/servers/fake-provider.ts';
import { insertAgents } from './agents.ts';
import { addressOf, headOf, hold, pause } from './attack.ts';
import type { Neighbour, Site } from './neighbour.ts';
import { deleteConversations, endUser } from './owner.ts';

const followers = { small: 100, full: 2_000 } as const;

/** Connections of one address. */
const perAddress = 50;

/** Begins, waits for the followers, then sends a hundred pieces in two seconds. */
const speaksToMany =
  (wait: number): Play =>
  async (response, { closed }) => {
    let gone = false;
    void closed.then(() => {
      gone = true;
    });
    begin(response).write(piece('word '));
    await Promise.race([sleep(wait), closed]);
    for (let index = 0; index < 100 && !gone; index += 1) {
      response.write(piece('word '));
      await sleep(20);
    }
    response.end(ending());
  };

/** Point 9 of the issue: many followers of one reply. */
export const followersOfOne: Neighbour = {
  name: 'followers',
  what: 'follows one reply on thousands of connections at once',
  plan: 'business',
  least: { small: { followers: followers.small }, full: { followers: followers.full } },
  prepare: (ground) => insertAgents(ground, ['followed']),
  attack: async (site) => {
    site.provider.play('followed', speaksToMany(site.size === 'small' ? 1_000 : 2_500));
    while (!site.signal.aborted) await once(site);
  },
  tidy: deleteConversations,
};

/** Has one reply written, and follows it. */
async function once(site: Site): Promise<void> {
  const { client, facts, signal, tally } = site;
  const round = new AbortController();
  const ofRound = { ...site, signal: AbortSignal.any([signal, round.signal]) };
  setMaxListeners(0, ofRound.signal);
  const follow = async (conversation: string) => {
    for (let index = 0; index < followers[site.size] && !ofRound.signal.aborted; index += 1) {
      const address = addressOf(Math.floor(index / perAddress) + 500);
      const socket = await hold(ofRound, { ...site.from, address });
      socket.on('data', (part) => {
        if (part.includes('event: message.completed')) tally.did('ends');
      });
      socket.write(`${headOf('GET', `/api/conversations/${conversation}/stream`, site.from)}\r\n`);
      tally.did('followers');
    }
  };
  let following: Promise<void> | undefined;
  const onText = (text: string) => {
    const [conversation] = /conv_[a-z0-9]+/.exec(text) ?? [];
    if (conversation !== undefined) following ??= follow(conversation);
  };
  const body = { message: 'Go', userId: endUser, stream: true };
  try {
    const sending = { body, signal, onText, until: 'begun' } as const;
    tally.answered(await client.send('POST', `/api/agents/${facts['followed']}/chat`, sending));
    await following;
    // The last followers receive the end.
    await pause(200, signal);
  } catch (error) {
    if (!signal.aborted) tally.cut(String((error as NodeJS.ErrnoException).code));
    await pause(500, signal);
  }
  round.abort();
}
