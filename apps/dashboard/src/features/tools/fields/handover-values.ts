/** An agent to which a tool may hand over. */
export interface HandoverAgent {
  readonly id: string;
  /** When to hand over to it, for the model. */
  readonly when: string;
}

/** The name of the function that hands over to another agent. */
export const handoverFunction = 'hand_over_to_agent';

/** Max agents, and max length of `when`, as in the API. */
export const handoverLimits = { agents: 20, when: 500 } as const;

/** The agents in the settings of a tool. */
export const agentsOf = (settings: Readonly<Record<string, unknown>>): readonly HandoverAgent[] =>
  (settings['agents'] as readonly HandoverAgent[] | undefined) ?? [];

/** The agents that a form sends. */
export const sentAgents = (agents: readonly HandoverAgent[]): readonly HandoverAgent[] =>
  agents.map(({ id, when }) => ({ id, when: when.trim() }));

/** The problem with the agents before they are sent. */
export function handoverProblem(agents: readonly HandoverAgent[]): string | null {
  if (agents.length === 0) return 'Add at least one agent.';
  return agents.some(({ when }) => when.trim() === '') ? 'Write beside each agent when to hand over to it.' : null;
}
