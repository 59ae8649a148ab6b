import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import type { WireReply } from '../wire.ts';
import { type AgentBody, invalidField, type KnownAgent, type Model, type Refusal } from './model.ts';
import type { World } from './world.ts';

export type Command = AsyncCommand<Model, World>;

/** A command that says in a counterexample what it does. */
export const command = (name: string, choice: object, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => `${name}(${JSON.stringify(choice)})`,
});

/** Fields that a client writes. */
export type Fields = Partial<
  Pick<AgentBody, 'name' | 'description' | 'systemPrompt' | 'model' | 'temperature' | 'status'>
>;

/** Which knowledge source a body names: none at all, an empty list, one of the agent's workspace, or one that isn't. */
export type SourceChoice = 'absent' | 'none' | 'own' | 'foreign' | 'unknown';

/** The value of `knowledgeSources`; undefined leaves it out. */
export function sourcesOf({ sources }: World, workspace: string, choice: SourceChoice): string[] | undefined {
  if (choice === 'absent') return undefined;
  if (choice === 'none') return [];
  if (choice === 'unknown') return ['src_nowhere'];
  const [foreign] = [...sources].filter(([other]) => other !== workspace).map(([, source]) => source);
  return [(choice === 'own' ? sources.get(workspace) : foreign) ?? 'src_nowhere'];
}

/** The refusal of a knowledge source that isn't of the agent's workspace. */
export const strangeSource = (choice: SourceChoice): Refusal | undefined =>
  choice === 'foreign' || choice === 'unknown' ? invalidField : undefined;

/** Notes an agent as a reply shows it, which must carry the version as its entity tag. */
export function know(model: Model, reply: WireReply, agent: KnownAgent): void {
  expect(reply.headers.etag).toBe(`"${agent.version}"`);
  model.agents.set(agent.body._id, agent);
}
