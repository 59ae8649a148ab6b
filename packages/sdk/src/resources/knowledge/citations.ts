import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { CheckedCitations, CitationVerifyParams } from '../../types.ts';

/** Citations of replies. */
export type Citations = ReturnType<typeof createCitations>;

/** The methods of `client.citations`. */
export const createCitations = ({ call }: Api) => ({
  /**
   * Checks whether up to 50 citations still stand: each is `valid`, `moved` or `gone`, in their order. Throws
   * `BadRequestError` if a quote isn't the one of its hash.
   *
   * @example
   * const { items } = await client.citations.verify({ citations });
   */
  verify: (body: CitationVerifyParams, options?: RequestOptions): APIPromise<CheckedCitations> =>
    call('POST /api/citations/verify', { body, once: false }, options),
});
