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
  agents: { args: ['--agents', '20000', '--rounds', '3', '--duration', '700'] },
  writes: { args: ['--agents', '20000', '--rounds', '3', '--duration', '700'], ratio: 'more' },
  pages: { args: ['--agents', '5000'] },
  messengers: { args: [] },
  conversations: { args: ['--rounds', '2', '--duration', '3000'] },
  capacity: { args: ['--duration', '3000'] },
  'model-streams': { args: [], ratio: 'less' },
  tools: { args: ['--rounds', '1'] },
  webhooks: { args: ['--duration', '3000'] },
  jobs: { args: ['--duration', '3000'] },
  postgres: { args: ['--agents', '5000', '--rounds', '2', '--duration', '700'] },
  'postgres-libraries': { args: ['--rounds', '1', '--duration', '700'] },
  'agent-json': { args: ['--rounds', '1', '--duration', '700'] },
  appends: { args: ['--rounds', '1', '--duration', '700'] },
  search: { args: ['--messages', '100000'], ratio: 'less' },
  events: { args: ['--rounds', '1', '--duration', '700'] },
  grounding: { args: [] },
  extract: { args: [] },
  finding: { args: [] },
  retrieval: { args: ['--chunks', '10000', '--rounds', '1', '--duration', '700'] },
  vectors: { args: ['--chunks', '10000', '--rounds', '1', '--duration', '700'] },
  widget: { args: ['--rounds', '3'], ratio: 'less' },
};
