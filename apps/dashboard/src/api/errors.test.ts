import { InternalServerError, InvalidResponseError } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { toProblem } from './errors.ts';

const failure = { headers: new Headers(), attempts: 1, requestId: undefined, retryAfter: undefined };

describe('a failure in words', () => {
  it('is the service’s own sentence if the service responded', () => {
    const error = new InternalServerError({ ...failure, status: 503, message: 'Too busy.', code: 'overloaded' });
    expect(toProblem(error)).toMatchObject({ message: 'Too busy.', code: 'overloaded' });
  });

  it('names a proxy’s response as such, without advice for programs', () => {
    for (const Kind of [InternalServerError, InvalidResponseError]) {
      const error = new Kind({ ...failure, status: 502, message: 'Check baseURL.' });
      expect(toProblem(error)).toMatchObject({
        message: 'A proxy in front of the server responded in its place (status 502).',
        hint: expect.stringContaining('Try again'),
      });
    }
  });
});
