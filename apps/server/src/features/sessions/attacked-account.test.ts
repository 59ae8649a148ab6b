import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { password, service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';

describe.each(anyEngine)('an account that others guess at, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } });

  const signIn = (email: string, from: string, given: string) =>
    send(parley.url, {
      method: 'POST',
      path: '/api/session',
      headers: { 'x-forwarded-for': from },
      body: { email, password: given },
    });
  const guess = (email: string, from: string) => signIn(email, from, 'not the right password');

  test('lets its person in from a new place and from a known one, and a guesser only once', async () => {
    const { user } = await parley.person();
    const { user: unattacked } = await parley.person();
    const home = '203.0.113.7';
    expect((await signIn(user.email, home, password)).status).toBe(201);
    for (let n = 1; n <= 20; n += 1) {
      expectFailure(await guess(user.email, `198.51.100.${n}`), 'invalid_credentials');
    }
    const guesser = '198.51.100.200';
    expectFailure(await guess(user.email, guesser), 'invalid_credentials');
    expectFailure(await signIn(user.email, guesser, password), 'too_many_failed_attempts');
    expect((await signIn(unattacked.email, guesser, password)).status).toBe(201);
    expect((await signIn(user.email, '203.0.113.99', password)).status).toBe(201);
    for (let n = 1; n <= 4; n += 1) expectFailure(await guess(user.email, home), 'invalid_credentials');
    expect((await signIn(user.email, home, password)).status).toBe(201);
  });
});
