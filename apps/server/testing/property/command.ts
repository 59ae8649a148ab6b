import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import type { WireReply } from '../processes/wire.ts';
import { type AgentBody, invalidField, type KnownAgent, type Model, type Refusal } from './model.ts';
import type { World } from './world.ts';

export type Command = AsyncCommand<Model, World>;

/** A command that describes itself in a counterexample. */
export const command = (name: string, choice: object, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => `${name}(${JSON.stringify(choice)})`,
});

/** Writable fields. */
export type Fields = Partial<
  Pick<
    AgentBody,
    | 'name'
    | 'description'
    | 'systemPrompt'
    | 'model'
    | 'fallbackModels'
    | 'temperature'
    | 'status'
    | 'answerMode'
    | 'groundingJudge'
    | 'rerank'
    | 'knowledgeFilter'
    | 'tools'
    | 'handover'
  >
>;

/** The knowledge source in a body: none, an empty list, one of the agent's workspace, or a foreign one. */
export type SourceChoice = 'absent' | 'none' | 'own' | 'foreign' | 'unknown';

/** The value of `knowledgeSources`; undefined omits it. */
export function sourcesOf({ sources }: World, workspace: string, choice: SourceChoice): string[] | undefined {
  if (choice === 'absent') return undefined;
  if (choice === 'none') return [];
  if (choice === 'unknown') return ['src_nowhere'];
  const [foreign] = [...sources].filter(([other]) => other !== workspace).map(([, source]) => source);
  return [(choice === 'own' ? sources.get(workspace) : foreign) ?? 'src_nowhere'];
}

/** The refusal of a knowledge source from outside the agent's workspace. */
export const strangeSource = (choice: SourceChoice): Refusal | undefined =>
  choice === 'foreign' || choice === 'unknown' ? invalidField : undefined;

/** Stores an agent from a reply, whose entity tag must be the version. */
export function know(model: Model, reply: WireReply, agent: KnownAgent): void {
  expect(reply.headers.etag).toBe(`"${agent.version}"`);
  model.agents.set(agent.body._id, agent);
}
