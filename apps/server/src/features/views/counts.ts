import type { Principal } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import type { ViewNeeds } from './needs.ts';
import { maxCount, type View } from './schema.ts';

/** A page of views as JSON text. */
interface Counted {
  readonly page: string;
  readonly awaited: AwaitedAnswer | undefined;
}

/**
 * Adds the counts to a page of views. One after another, so that a caller has one scan in the queue. One that takes too
 * long is null: the others are of use without it.
 */
export async function withCounts(
  { countUpTo }: Pick<ViewNeeds, 'countUpTo'>,
  actor: Principal,
  { page, awaited }: Counted,
): Promise<string> {
  const read = JSON.parse(page) as { readonly items: readonly View[] };
  const items: object[] = [];
  for (const view of read.items) {
    const { workspace: workspaceId, filters } = view;
    const count = await countUpTo(actor, { workspaceId, filters, most: maxCount }, awaited).catch(nullIfTooLong);
    items.push({ ...view, count });
  }
  return JSON.stringify({ ...read, items });
}

function nullIfTooLong(error: unknown): null {
  if (error instanceof AppError && error.code === 'query_timeout') return null;
  throw error;
}
