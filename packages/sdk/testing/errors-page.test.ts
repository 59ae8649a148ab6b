// @module-tag pure

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { offendersOf } from '../../../apps/server/testing/offenders/offenders.ts';
import { clientErrorCodes } from '../src/client-error-codes.ts';
import { retryDelay } from '../src/core/retry.ts';
import { errorCodes } from '../src/error-codes.gen.ts';
import { APIError } from '../src/errors.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');

/** Content of docs/errors.md: the status of each code, and if the clients repeat the request. */
const documented = new Map(
  [...page.matchAll(/^### `(\w+)`\n\n(\d+) · Repeated: (.+)$/gm)].map(([, code = '', status, repeated]) => [
    code,
    { status: Number(status), repeated },
  ]),
);

/** True if this client repeats a request that failed with this error. */
function repeats(code: string, status: number, repeatable: boolean): boolean {
  const none = { details: undefined, failed: undefined, hint: undefined, requestId: undefined, retryAfter: undefined };
  const error = new APIError({ ...none, status, code, message: 'It failed.', attempts: 1, headers: new Headers() });
  return retryDelay({ error, attempts: 1, repeatable, random: () => 0 }) !== undefined;
}

describe('docs/errors.md', () => {
  it('has every code that this client knows', () => {
    expect([...documented.keys()].sort()).toEqual([...errorCodes].sort());
  });

  it('says of each what this client does', async () => {
    const offenders = await offendersOf(
      documented,
      ([code]) => code,
      ([code, { status, repeated }]) => {
        const always = repeats(code, status, false);
        const ifSafe = repeats(code, status, true);
        expect(always ? 'yes' : ifSafe ? 'if it is safe' : 'no').toBe(repeated);
      },
    );
    expect(offenders).toEqual([]);
  });

  it('has every code that the clients raise themselves', () => {
    const [, part = ''] = page.split('## Raised by the clients');
    const named = [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    // Only Python's client is closed.
    expect(named).toEqual([...clientErrorCodes, 'client_closed']);
  });
});
