import { findWrongCounts, recount } from '../storage/quotas/counts.ts';
import { run } from './output/run.ts';
import type { CommonOptions } from './runtime.ts';

/** Max wrong counters that one call names. */
const maxNamed = 100;

/** `parley quota recount`: counts what all accounts have, and mends their counters; also while a server runs. */
export async function recountQuotas(options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ db, features: { accounts } }, report) => {
      report({ what: 'Counting what the accounts have' });
      const wrong = await findWrongCounts(db, maxNamed);
      report({ what: 'Mending counters' });
      const { recounted, write } = accounts.operatorEvents;
      if (wrong.length > 0) await write([...recount(db), ...recounted(wrong)]);
      return wrong;
    },
    (wrong) =>
      wrong.length === 0
        ? 'Every counter was right.'
        : wrong.map(({ account, kind, counted, real }) => `${account}  ${kind}: ${counted} → ${real}`).join('\n'),
  );
}
