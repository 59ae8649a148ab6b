// @module-tag pure

import { AuthenticationError, InternalServerError, InvalidResponseError, NotFoundError } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { mayPass, toProblem } from './errors.ts';

const failure = { headers: new Headers(), attempts: 1, requestId: undefined, retryAfter: undefined };

describe('a failure in words', () => {
  it('is the service’s own sentence if the service responded', () => {
    const error = new InternalServerError({ ...failure, status: 503, message: 'Too busy.', code: 'overloaded' });
    expect(toProblem(error)).toMatchObject({ message: 'Too busy.', code: 'overloaded' });
  });

  it('has a request ID only if something is broken', () => {
    const refusal = { ...failure, requestId: 'req_1', message: 'The email or password is wrong.' };
    const wrong = new AuthenticationError({ ...refusal, status: 401, code: 'wrong_credentials' });
    expect(toProblem(wrong).requestId).toBeUndefined();
    const broken = new InternalServerError({ ...refusal, status: 500, code: 'internal_error' });
    expect(toProblem(broken).requestId).toBe('req_1');
  });

  it('says whether the same request may succeed later', () => {
    const gone = new NotFoundError({ ...failure, status: 404, message: 'There is no such agent.', code: 'not_found' });
    expect(mayPass(gone)).toBe(false);
    expect(mayPass(new InternalServerError({ ...failure, status: 503, message: 'Too busy.', code: 'busy' }))).toBe(
      true,
    );
    expect(mayPass(new Error('The network failed.'))).toBe(true);
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
