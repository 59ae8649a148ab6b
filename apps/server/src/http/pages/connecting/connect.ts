import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnOrigin } from '../../../access/own-origin.ts';
import { newToken } from '../../../access/secrets.ts';
import { mountRefusals } from '../../refusals.ts';
import { connectHeaders, connectPage } from './connect-html.ts';

/** The things that a person reads before a sign-in. */
interface Offer {
  readonly workspace: string;
  /** Null if the workspace asks. */
  readonly agent: string | null;
  readonly tool: string;
  /** The host of the server. */
  readonly host: string;
}

/** Dependencies of the pages at which people connect accounts. */
export interface ConnectNeeds {
  readonly signIns: {
    /** Returns what a person reads at a link. */
    look(token: string): Promise<Offer>;
    /** Begins a sign-in for a browser, and returns the address at which the person goes on. */
    begin(token: string, browser: string): Promise<string>;
    /** Completes a sign-in with the answer of an authorization server. */
    complete(params: URLSearchParams, browser: string | undefined): Promise<void>;
  };
  /** Returns the sentence for a person if a sign-in can't go on; undefined for a fault of ours. */
  refusalOf(error: unknown): string | undefined;
  /** Path to which authorization servers send people back. */
  readonly callbackPath: string;
  /** The origin of the instance. */
  readonly origin: string;
}

/** The cookie that tells the browser that began a sign-in; over https it is bound to the host by its name. */
const cookieNames = { plain: 'parley_connect', secure: '__Host-parley_connect' } as const;

/** Lifetime of the cookie in seconds: that of a sign-in. */
const cookieSeconds = 10 * 60;

/** Max bytes of the form, which has no fields. */
const formBytes = 1024;

const refusedForm = 'The button was not pressed on this page. Open the link again.';

/**
 * Adds the pages at which a person connects an account: `GET /connect/{token}` says what will be connected, its button
 * (`POST`) leads to the authorization server, and that one sends the person back to the callback. The browser that
 * pressed the button gets a cookie, and only it can complete the sign-in: an address that was passed on connects nothing.
 */
export async function addConnectPages(
  app: FastifyInstance,
  { signIns, refusalOf, callbackPath, origin }: ConnectNeeds,
): Promise<void> {
  const secure = origin.startsWith('https:');
  const cookie = secure ? cookieNames.secure : cookieNames.plain;
  const origins = new Set([origin]);
  const schema = { hide: true };
  const path = '/connect/:token';

  const browserOf = ({ headers }: FastifyRequest): string | undefined => {
    const value = parseCookie(headers.cookie ?? '')[cookie];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };

  /** Sends the page of a step, or the reason why it can't go on. */
  const show = async (reply: FastifyReply, step: () => Promise<string>): Promise<FastifyReply> => {
    reply.headers(connectHeaders);
    try {
      return reply.send(await step());
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return reply.code(400).send(connectPage.refused(refusal));
    }
  };

  app.get<{ Params: { token: string } }>(path, { schema }, (request, reply) =>
    show(reply, async () => connectPage.offer(await signIns.look(request.params.token))),
  );

  await app.register((scope, _options, registered) => {
    const form = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: formBytes }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { token: string } }>(path, { schema }, (request, reply) => {
      const { host, origin: from } = request.headers;
      // A form on another site would begin a sign-in in the browser of a person who didn't ask for it.
      if (from === undefined || !isOwnOrigin({ origins, host }, from))
        return reply.code(403).headers(connectHeaders).send(connectPage.refused(refusedForm));
      return show(reply, async () => {
        const browser = browserOf(request) ?? newToken();
        const address = await signIns.begin(request.params.token, browser);
        const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
        reply.header(
          'set-cookie',
          stringifySetCookie({ name: cookie, value: browser, maxAge: cookieSeconds, ...options }),
        );
        return connectPage.onward(address);
      });
    });
    registered();
  });

  app.get(callbackPath, { schema }, (request, reply) =>
    show(reply, async () => {
      const query = new URL(request.raw.url ?? '', 'http://localhost').searchParams;
      await signIns.complete(query, browserOf(request));
      return connectPage.done();
    }),
  );
  mountRefusals(app, [
    { path, method: 'GET' },
    { path, method: 'POST' },
    { path: callbackPath, method: 'GET' },
  ]);
}
