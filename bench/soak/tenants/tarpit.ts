import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the neighbours' that keeps those waiting who ask it. */
export interface Tarpit {
  readonly url: string;
  close(): void;
}

/** Links on each page of its site. */
const links = Array.from({ length: 100 }, (_, index) => `<a href="page-${index}">${index}</a>`).join(' ');

/** Starts it: a site that wants 30 s between two pages, and an address that takes messages and never answers. */
export async function startTarpit(): Promise<Tarpit> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') return;
    if (request.url === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 30\n');
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${request.url}</h1><p>A page. ${links}</p>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
