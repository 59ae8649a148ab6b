import { createHash } from 'node:crypto';

/**
 * Requests of a writer to a server, and its acknowledgements. After a crash they show lost writes and rows that no
 * writer sent. Each agent has one writer, who waits for each answer, so at most its last step is unacknowledged.
 */
export interface Story {
  /** The agent's name: unique and never changed. */
  readonly name: string;
  /** The `Idempotency-Key` of its creation. */
  readonly key: string;
  /** The ID, once it is known. */
  id: string | undefined;
  readonly steps: Step[];
}

/** One request: it creates or updates the agent with a revision, or deletes it. */
export interface Step {
  readonly to: number | 'gone';
  /** The ID of the request whose answer acknowledged it. */
  acknowledgedBy: string | undefined;
}

/** An agent found after a crash. */
export interface FoundAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
}

/** Max length of a prompt, in characters: a few pages of the database. */
const longestPrompt = 9_000;

/** The content of a revision, derived from its name and number, so that any mixture of two revisions is detected. */
export function contentOf({ name }: Story, revision: number) {
  const digest = createHash('sha256').update(`${name} ${revision}`).digest();
  const text = `${digest.toString('base64')} `;
  const length = digest.readUInt16BE(0) % longestPrompt;
  return {
    description: `revision ${revision}`,
    systemPrompt: text.repeat(longestPrompt / text.length + 1).slice(0, length),
  };
}

/** The fields with which an agent was created. */
export const draftOf = (story: Story) => ({ name: story.name, ...contentOf(story, 0) });

/** True if the request with this ID was answered before the crash. */
export type Answered = (requestId: string) => boolean;

/**
 * Compares what a crash left with what was acknowledged before it; returns one sentence per problem. An agent's one
 * unacknowledged step may have happened or not.
 */
export function problemsWith(stories: Iterable<Story>, found: Iterable<FoundAgent>, answered: Answered = () => true) {
  const problems: string[] = [];
  const agents = new Map<string, FoundAgent>();
  for (const agent of found) {
    if (agents.has(agent.name)) problems.push(`${agent.name} is there twice.`);
    agents.set(agent.name, agent);
  }
  for (const story of stories) {
    const problem = problemWith(story, agents.get(story.name), answered);
    if (problem !== undefined) problems.push(`${story.name} ${problem}`);
    agents.delete(story.name);
  }
  for (const name of agents.keys()) problems.push(`${name} was never sent.`);
  return problems;
}

function problemWith(story: Story, agent: FoundAgent | undefined, answered: Answered): string | undefined {
  const last = lastAcknowledged(story, answered);
  const possible = [last === undefined ? 'gone' : last.step.to, story.steps[(last?.index ?? -1) + 1]?.to];
  const state = stateOf(story, agent);
  if (state === undefined) return 'mixes two revisions.';
  if (!possible.includes(state)) {
    return `is ${nameOf(state)}, but ${last === undefined ? 'nothing' : nameOf(last.step.to)} was acknowledged last.`;
  }
  if (agent !== undefined && story.id !== undefined && agent.id !== story.id) return 'has another id.';
  return undefined;
}

const nameOf = (state: number | 'gone') => (state === 'gone' ? 'not there' : `at revision ${state}`);

function lastAcknowledged({ steps }: Story, answered: Answered) {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step?.acknowledgedBy !== undefined && answered(step.acknowledgedBy)) return { step, index };
  }
  return undefined;
}

/** The revision that matches exactly; undefined if none does. */
function stateOf(story: Story, agent: FoundAgent | undefined): number | 'gone' | undefined {
  if (agent === undefined) return 'gone';
  const revision = Number(/^revision (\d+)$/.exec(agent.description)?.[1]);
  const wanted = contentOf(story, revision);
  return agent.systemPrompt === wanted.systemPrompt ? revision : undefined;
}

/** Accepts the found state after a crash as what happened, so that no step remains unacknowledged. */
export function settle(stories: Iterable<Story>, found: Iterable<FoundAgent>): void {
  const agents = new Map([...found].map((agent) => [agent.name, agent]));
  for (const story of stories) {
    const step = story.steps.at(-1);
    if (step === undefined || step.acknowledgedBy !== undefined) continue;
    const agent = agents.get(story.name);
    if (stateOf(story, agent) === step.to) {
      step.acknowledgedBy = 'found after a crash';
      story.id ??= agent?.id;
    } else {
      story.steps.pop();
    }
  }
}

/** True if the agent exists, as far as its writer knows. */
export function isAlive({ steps }: Story): boolean {
  const last = steps.at(-1);
  return last !== undefined && last.to !== 'gone';
}
