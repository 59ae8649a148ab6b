/**
 * `npx tsx --conditions=parley-source bench/shared/count-statements.ts [CHECKOUT]`: counts the statements of a message
 * and its reply by an agent without tools, through the database's interface, and prints them as JSON. The checkout is
 * this one unless named; it needs its packages, but no build.
 */
import { startCounted } from './counted-service.ts';

const { post, agent, counts, remove } = await startCounted({ checkout: process.argv[2] });
const { data } = await post(`/api/agents/${agent}/conversations`, {});
const turn = () => post(`/api/conversations/${data._id}/messages`, { content: 'What do you say?' });
/** The least of many turns: a slow machine adds checkpoints, and jobs run beside them. */
const least = {
  reads: Number.POSITIVE_INFINITY,
  units: Number.POSITIVE_INFINITY,
  statements: Number.POSITIVE_INFINITY,
};
for (let count = 0; count < 30; count += 1) {
  const before = { ...counts };
  await turn();
  for (const name of ['reads', 'units', 'statements'] as const)
    least[name] = Math.min(least[name], counts[name] - before[name]);
}
console.log(JSON.stringify(least));
remove();
process.exit();
