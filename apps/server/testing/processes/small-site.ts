import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site on this machine whose pages a test changes. */
export interface SmallSite {
  readonly url: string;
  /** The setting that allows services to read it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The pages by their paths: paragraphs. The first page links to all others. */
  pages: Readonly<Record<string, string>>;
  /** The paths that were asked for, with the status of the answer. */
  readonly requests: string[];
  close(): Promise<void>;
}

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Starts a site whose pages have entity tags. A `held` page is answered when its promise resolves. */
export async function startSite(pages: SmallSite['pages'], held?: (path: string) => Promise<void>): Promise<SmallSite> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    await held?.(path);
    const answer = (status: number, headers: Record<string, string> = {}, body = '') => {
      requests.push(`${path} ${status}`);
      response.writeHead(status, headers).end(body);
    };
    const links = Object.keys(site.pages).map((each) => `<p><a href="${each}">${each}</a></p>`);
    const text = path === '/' ? `<p>Welcome to this small site.</p>${links.join('')}` : site.pages[path];
    if (text === undefined) return answer(404);
    const etag = `"${Buffer.from(text).toString('base64url').slice(-40)}${text.length}"`;
    if (request.headers['if-none-match'] === etag) return answer(304, { etag });
    const body = html(path === '/' ? 'Home' : path.slice(1), path === '/' ? text : `<p>${text}</p>`);
    return answer(200, { 'content-type': 'text/html; charset=utf-8', etag }, body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const site: SmallSite = {
    url: `http://127.0.0.1:${port}/`,
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    pages,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
