/** The size of a scenario in `all`. */
export interface Size {
  /** Options of the command: small, so that all scenarios fit into the time. */
  readonly args: readonly string[];
  /** The better direction of `ratio`; unknown unless set. */
  readonly ratio?: 'more' | 'less';
}

/** Max duration of `all`, in ms. Scenarios that aren't measured by then keep their figures. */
export const longestMs = 20 * 60_000;

/** Max duration of one scenario, in ms; the longest takes half of it on a quiet machine. */
export const longestScenarioMs = 4 * 60_000;

/**
 * The scenarios of `all`, those first that say most about a service in use. `versions` isn't one of them, because it
 * needs another checkout.
 */
export const sizes: Readonly<Record<string, Size>> = {
  agents: { args: ['--agents', '10000', '--rounds', '3', '--duration', '400'] },
  writes: { args: ['--agents', '10000', '--rounds', '3', '--duration', '400'], ratio: 'more' },
  pages: { args: ['--agents', '2000'] },
  messengers: { args: [] },
  conversations: { args: ['--rounds', '3', '--duration', '1500'] },
  capacity: { args: ['--duration', '2000'] },
  'model-streams': { args: [], ratio: 'less' },
  tools: { args: [] },
  webhooks: { args: ['--rounds', '3'] },
  jobs: { args: [] },
  postgres: { args: ['--agents', '3000', '--rounds', '3', '--duration', '300'] },
  'postgres-libraries': { args: ['--agents', '3000', '--rounds', '3', '--duration', '200'] },
  'agent-json': { args: ['--agents', '10000', '--rounds', '3'] },
  appends: { args: ['--rounds', '3', '--duration', '300'] },
  search: { args: ['--messages', '30000'], ratio: 'less' },
  events: { args: ['--rounds', '3', '--duration', '300'] },
  grounding: { args: [] },
  extract: { args: [] },
  finding: { args: [] },
  retrieval: { args: ['--chunks', '3000'] },
  vectors: { args: ['--chunks', '5000', '--rounds', '3'] },
  widget: { args: ['--rounds', '3'], ratio: 'less' },
};
