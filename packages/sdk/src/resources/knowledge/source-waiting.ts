import type { Api } from '../../core/api.ts';
import type { RequestOptions } from '../../core/request.ts';
import { ParleyError } from '../../errors.ts';
import type { KnowledgeSource } from '../../types.ts';

/** Default maximum wait, in ms: 10 minutes. */
const USUAL_WAIT = 10 * 60_000;

/** The first delay between two looks, and the longest, in ms. */
const DELAYS = { first: 250, most: 5_000 };

/** Options of waiting for a source; those of a call hold for each look. */
export interface WaitOptions extends Omit<RequestOptions, 'timeout' | 'idempotencyKey' | 'ifMatch' | 'ifNoneMatch'> {
  /** Maximum wait in all, in ms (600,000). */
  readonly timeout?: number | undefined;
  /** Called with the source after each look that finds it queued or processing. */
  readonly onProgress?: ((source: KnowledgeSource) => void) | undefined;
}

/** Looks at a source until its sync has ended; the looks become rarer. */
export async function waitUntilReady(
  { call, wait }: Pick<Api, 'call' | 'wait'>,
  id: string,
  { timeout = USUAL_WAIT, onProgress, ...options }: WaitOptions,
): Promise<KnowledgeSource> {
  const end = Date.now() + timeout;
  for (let delay = DELAYS.first; ; delay = Math.min(delay * 1.5, DELAYS.most)) {
    const source = await call('GET /api/knowledge-sources/{id}', { params: { id } }, options);
    if (source.status === 'ready') return source;
    if (source.status === 'failed') throw failed(source);
    onProgress?.(source);
    const left = end - Date.now();
    if (left <= 0) {
      throw new ParleyError(`The knowledge source is not ready after ${timeout} ms; its status is ${source.status}.`, {
        code: 'wait_timeout',
      });
    }
    await wait(Math.min(delay, left), options.signal);
  }
}

const failed = ({ error }: KnowledgeSource) =>
  new ParleyError(`The knowledge source failed: ${error?.message ?? 'unknown reason'} ${error?.hint ?? ''}`.trim(), {
    code: 'source_failed',
  });
