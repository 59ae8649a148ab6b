import type { AnsweringAgent } from './agent.ts';

/** Finds an agent of one of the workspaces. */
export type FindAgent = (workspaces: readonly string[], id: string) => Promise<AnsweringAgent | undefined>;

/** A conversation's workspace, its own agent, and the one to which it was handed over; null while its own answers. */
interface Answered {
  readonly workspace: string;
  readonly agent: string;
  readonly answeringAgent: string | null;
}

/** Finds the agent that replies in a conversation: the one to which it was handed over, if that is still there. */
export async function answeringIn(
  findAgent: FindAgent,
  { workspace, agent, answeringAgent }: Answered,
): Promise<AnsweringAgent | undefined> {
  const other = answeringAgent === null ? undefined : await findAgent([workspace], answeringAgent);
  return other ?? (await findAgent([workspace], agent));
}
