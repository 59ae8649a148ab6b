/**
 * `npm run bench [-- <scenario>] [--agents N] [--messages N] [--chunks N] [--rounds N] [--duration MS] [--folder PATH] [--beside
 * CHECKOUT]`: measures beside controls in the same run and prints ratios. `npm run bench -- all [--only a,b]` measures
 * every scenario and writes bench/README.md. Run `npm run build` first: it measures the build.
 */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAgentJson } from './agents/agent-json.ts';
import { benchAgents } from './agents/agents.ts';
import { benchAll } from './all/all.ts';
import { benchCapacity } from './capacity.ts';
import { benchConversations } from './conversations.ts';
import { benchEvents } from './events.ts';
import { benchMessengers } from './messengers.ts';
import { benchModelStreams } from './model-streams.ts';
import { answersQuality } from './retrieval/answers-quality.ts';
import { benchFinding } from './retrieval/finding/finding.ts';
import { benchGrounding } from './retrieval/grounding.ts';
import { withPlace } from './retrieval/installed.ts';
import { benchRetrieval } from './retrieval.ts';
import type { BenchOptions } from './shared/options.ts';
import { machine, pinLoad } from './shared/processes.ts';
import { benchAppends } from './storage/appends.ts';
import { benchJobs } from './storage/jobs.ts';
import { benchPages } from './storage/pages.ts';
import { benchPostgres } from './storage/postgres.ts';
import { benchPostgresLibraries } from './storage/postgres-libraries.ts';
import { benchSearch } from './storage/search.ts';
import { benchWrites } from './storage/writes.ts';
import { benchTools } from './tools.ts';
import { benchVectors } from './vectors.ts';
import { benchVersions } from './versions.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWidget } from './widget.ts';

const scenarios = {
  agents: benchAgents,
  writes: benchWrites,
  appends: benchAppends,
  'agent-json': benchAgentJson,
  pages: benchPages,
  postgres: benchPostgres,
  'postgres-libraries': benchPostgresLibraries,
  capacity: benchCapacity,
  conversations: benchConversations,
  messengers: benchMessengers,
  'model-streams': benchModelStreams,
  events: benchEvents,
  jobs: benchJobs,
  search: benchSearch,
  tools: benchTools,
  vectors: benchVectors,
  grounding: benchGrounding,
  finding: benchFinding,
  retrieval: benchRetrieval,
  extract: ({ folder }: BenchOptions) => withPlace({ folder, databaseUrl: undefined }, answersQuality),
  versions: benchVersions,
  webhooks: benchWebhooks,
  widget: benchWidget,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agents: { type: 'string', default: '100000' },
    messages: { type: 'string' },
    chunks: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    duration: { type: 'string', default: '3000' },
    'hot-set': { type: 'string', default: '2000' },
    folder: { type: 'string', default: tmpdir() },
    beside: { type: 'string' },
    only: { type: 'string' },
  },
});

const name = positionals[0] ?? 'agents';
const scenario = Object.entries(scenarios).find(([known]) => known === name)?.[1];
if (name === 'all') {
  const failed = await benchAll(values.only?.split(','));
  if (failed.length > 0) console.error(`Not measured:\n${failed.join('\n')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} else if (scenario === undefined) {
  console.error(`There is no scenario ${name}; there are: all, ${Object.keys(scenarios).join(', ')}.`);
  process.exitCode = 2;
} else {
  const where = machine();
  pinLoad();
  const text = await scenario({
    agents: Number(values.agents),
    rounds: Number(values.rounds),
    duration: Number(values.duration),
    hotSet: Number(values['hot-set']),
    folder: values.folder,
    ...(values.messages !== undefined && { messages: Number(values.messages) }),
    ...(values.chunks !== undefined && { chunks: Number(values.chunks) }),
    ...(values.beside !== undefined && { beside: values.beside }),
  });
  console.log(`# ${name}\n\n${where}\n\n${text}`);
}
