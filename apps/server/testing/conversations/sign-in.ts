import { type Reply, send } from '../request.ts';
import type { TestOAuthServer } from '../servers/oauth-server.ts';

/** A browser that opens links to connect accounts, with its cookie. */
export function createBrowser(base: () => string) {
  let cookie = '';
  const headers = () => (cookie === '' ? {} : { cookie });
  const pathOf = (link: string) => new URL(link).pathname;
  const browser = {
    cookie: () => cookie,
    /** Opens a link. */
    open: (link: string): Promise<Reply> => send(base(), { path: pathOf(link), headers: headers() }),
    /** Presses the button of the page. */
    press: async (link: string, origin = base()): Promise<Reply> => {
      const reply = await send(base(), {
        ...{ method: 'POST', path: pathOf(link), body: '' },
        headers: { ...headers(), origin, 'content-type': 'application/x-www-form-urlencoded' },
      });
      const [set] = reply.headers['set-cookie'] ?? [];
      if (set !== undefined) cookie = set.split(';', 1)[0] ?? '';
      return reply;
    },
    /** Presses the button, and returns the address of the authorization server. */
    begin: async (link: string): Promise<string> => addressIn(await browser.press(link)),
    /** Comes back from the authorization server. */
    comeBack: (params: URLSearchParams): Promise<Reply> =>
      send(base(), { path: `/connect/callback?${params}`, headers: headers() }),
    /** Signs in by a link. */
    signIn: async (link: string, server: TestOAuthServer): Promise<Reply> =>
      browser.comeBack(server.agree(await browser.begin(link))),
  };
  return browser;
}

/** The address to which a page leads onward; throws if it leads nowhere. */
function addressIn({ text }: Reply): string {
  const [, address] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text) ?? [];
  if (address === undefined) throw new Error(`The page leads nowhere: ${text}`);
  return address.replaceAll('&amp;', '&');
}
