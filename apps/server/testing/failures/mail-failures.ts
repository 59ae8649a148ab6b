import { expect } from 'vitest';
import type { Service } from '../harness.ts';
import { type Reply, send, signIn } from '../request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
  /** A service with a mail server. */
  readonly mailing: Service;
}

type Headers = Readonly<Record<string, string>>;

const post = ({ url }: Service, path: string, request: { headers: Headers; body?: object }): Promise<Reply> =>
  send(url, { method: 'POST', path, body: {}, ...request });

/** Signs in a new person whose address is not verified. */
async function unverified(parley: Service) {
  const { user } = await parley.person();
  const { db } = parley;
  const changed = db.query.updateTable('users').set({ verified_at: null }).where('id', '=', user.id);
  await db.write([changed.compile()]);
  return signIn(parley.url, user.email);
}

/** The errors around mail, each with a call that causes it. */
export const mailFailures = {
  code_invalid: {
    by: async ({ parley }: World) =>
      post(parley, '/api/me/verification/confirm', {
        headers: await unverified(parley),
        body: { code: '12345678' },
      }),
  },
  already_verified: {
    by: async ({ parley }: World) => {
      const { user } = await parley.person();
      return post(parley, '/api/me/verification', { headers: await signIn(parley.url, user.email) });
    },
  },
  too_many_mails: {
    by: async ({ mailing }: World) => {
      const headers = await unverified(mailing);
      await post(mailing, '/api/me/verification', { headers });
      return post(mailing, '/api/me/verification', { headers });
    },
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d?$/) },
  },
  reset_token_invalid: {
    by: async ({ parley }: World) =>
      post(parley, '/api/password-resets/confirm', {
        headers: {},
        body: { token: 'made-up', password: 'correct horse battery staple' },
      }),
    body: { hint: 'Ask for a new link.' },
  },
  mail_not_configured: {
    by: async ({ parley }: World) => post(parley, '/api/me/verification', { headers: await unverified(parley) }),
    body: { hint: 'Ask its operator to verify your address (parley user verify).' },
  },
} as const;
