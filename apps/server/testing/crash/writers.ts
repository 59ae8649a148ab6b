import { randomUUID } from 'node:crypto';
import { APIConnectionError, type Parley } from '@parley/sdk';
import { pick, type Random } from '../random.ts';
import { contentOf, draftOf, isAlive, type Step, type Story } from './history.ts';

/** The agents that one writer keeps alive at most. */
const mostAlive = 25;

/** Writers at work. */
export interface Writers {
  /** How many writes were acknowledged so far. */
  readonly acknowledged: () => number;
  /** Resolves when they have ended: each after its present request, or when the connection broke. */
  stop(): Promise<void>;
  /** The same when the server is gone already: what waits for an answer gets none. */
  readonly ended: Promise<void>;
}

/** A writer's own agents, by writer; kept over crashes. */
export type Histories = readonly Story[][];

/** Histories for some writers, still empty. */
export const createHistories = (writers: number): Histories => Array.from({ length: writers }, () => []);

/**
 * Starts one writer for each history: they create (with an Idempotency-Key), update and delete agents as fast as they are
 * answered, and note each request before it is sent and when it is answered. A broken connection ends a writer; any other
 * failure makes `ended` and `stop` reject. The client must not send anything again by itself.
 */
export function startWriters(client: Parley, histories: Histories, random: Random): Writers {
  let stopping = false;
  let acknowledged = 0;
  const write = async (stories: Story[]) => {
    while (!stopping) {
      const { story, step } = nextStep(stories, random);
      try {
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
  // Whoever waits for it hears of it; until then it is not unhandled.
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

/** Decides on a step and notes it down. */
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
 * Sends the creation of an agent once more, as a client does that got no answer; gives the id that it has, and whether
 * the answer was a repeat of the first.
 */
export async function createAgain(client: Parley, story: Story): Promise<{ id: string; replayed: boolean }> {
  const { data, response } = await create(client, story);
  return { id: data._id, replayed: response.headers.get('idempotent-replayed') === 'true' };
}

/** Some of the creations that were acknowledged, at most `number` of each writer. */
export const someCreations = (histories: Histories, number: number, random: Random): Story[] =>
  histories.flatMap((stories) => {
    const created = stories.filter(({ steps }) => steps[0]?.acknowledgedBy !== undefined);
    return created.length === 0 ? [] : Array.from({ length: number }, () => pick(random, created));
  });
