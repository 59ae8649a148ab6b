import { randomUUID } from 'node:crypto';
import { APIConnectionError, type Parley } from '@parley/sdk';
import { pick, type Random } from '../../src/random.ts';
import { contentOf, draftOf, isAlive, type Step, type Story } from './history.ts';

/** Max agents that one writer keeps. */
const mostAlive = 25;

/** Share of steps before which a writer reads the newest event. */
const readsOf = 0.15;

/** Running writers. */
export interface Writers {
  /** Number of acknowledged writes so far. */
  readonly acknowledged: () => number;
  /** Stops the writers and resolves when each has ended: after its current request, or when the connection broke. */
  stop(): Promise<void>;
  /** Does the same if the server is already gone: pending requests get no answer. */
  readonly ended: Promise<void>;
}

/** The agents of each writer; kept across crashes. */
export type Histories = readonly Story[][];

/** Empty histories for some writers. */
export const createHistories = (writers: number): Histories => Array.from({ length: writers }, () => []);

/**
 * Starts one writer per history. They create (with an Idempotency-Key), update and delete agents without pause, and
 * read the log now and then. They note each write before it is sent and when it is answered. A broken connection ends a
 * writer; any other failure makes `ended` and `stop` reject. The client must not retry.
 */
export function startWriters(client: Parley, histories: Histories, random: Random): Writers {
  let stopping = false;
  let acknowledged = 0;
  const write = async (stories: Story[]) => {
    while (!stopping) {
      const isReading = random() < readsOf;
      const { story, step } = nextStep(stories, random);
      try {
        // Moves what has arrived into the log.
        if (isReading) await client.events.list({ limit: 1 });
        const { id, requestId } = await send(client, story, step);
        story.id ??= id;
        step.acknowledgedBy = requestId;
        acknowledged += 1;
      } catch (error) {
        if (error instanceof APIConnectionError) return;
        throw error;
      }
    }
  };
  const ended = Promise.all(histories.map(write)).then(() => undefined);
  // The rejection reaches the code that awaits it; until then it must not count as unhandled.
  ended.catch(() => {});
  return {
    acknowledged: () => acknowledged,
    ended,
    stop: () => {
      stopping = true;
      return ended;
    },
  };
}

let agents = 0;

/** Picks a step and notes it. */
function nextStep(stories: Story[], random: Random): { story: Story; step: Step } {
  const alive = stories.filter(isAlive);
  const chance = random();
  if (alive.length === 0 || (chance < 0.5 && alive.length < mostAlive)) {
    agents += 1;
    const story: Story = { name: `agent ${agents}`, key: randomUUID(), id: undefined, steps: [] };
    stories.push(story);
    return { story, step: note(story, 0) };
  }
  const story = pick(random, alive);
  return { story, step: note(story, chance < 0.75 ? revisionOf(story) + 1 : 'gone') };
}

function note(story: Story, to: Step['to']): Step {
  const step: Step = { to, acknowledgedBy: undefined };
  story.steps.push(step);
  return step;
}

const revisionOf = ({ steps }: Story) => Number(steps.at(-1)?.to);

async function send(client: Parley, story: Story, { to }: Step) {
  const { id = '' } = story;
  if (to === 'gone') return { id, requestId: requestIdOf(await client.agents.delete(id).withResponse()) };
  if (to > 0) {
    const answer = await client.agents.update(id, contentOf(story, to)).withResponse();
    return { id, requestId: requestIdOf(answer) };
  }
  const answer = await create(client, story);
  return { id: answer.data._id, requestId: requestIdOf(answer) };
}

const create = (client: Parley, story: Story) =>
  client.agents.create(draftOf(story), { idempotencyKey: story.key }).withResponse();

function requestIdOf({ requestId }: { requestId: string | undefined }): string {
  if (requestId === undefined) throw new Error('An answer had no request id.');
  return requestId;
}

/**
 * Repeats the creation of an agent, like a client that got no answer. Returns the agent's ID and whether the answer was
 * a replay.
 */
export async function createAgain(client: Parley, story: Story): Promise<{ id: string; replayed: boolean }> {
  const { data, response } = await create(client, story);
  return { id: data._id, replayed: response.headers.get('idempotent-replayed') === 'true' };
}

/** Some of the acknowledged creations, max `number` per writer. */
export const someCreations = (histories: Histories, number: number, random: Random): Story[] =>
  histories.flatMap((stories) => {
    const created = stories.filter(({ steps }) => steps[0]?.acknowledgedBy !== undefined);
    return created.length === 0 ? [] : Array.from({ length: number }, () => pick(random, created));
  });
