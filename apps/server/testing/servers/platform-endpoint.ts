import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PlatformAnswer } from '../../src/platforms/arrival.ts';
import { fieldsOf } from '../../src/platforms/json-fields.ts';
import type { Messenger, VerifyContext } from '../../src/platforms/messenger.ts';

/** Starts an address that answers as a channel does: by the functions of its kind, and nothing else. */
export async function startEndpoint(messenger: Messenger, context: () => VerifyContext) {
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const answer = async (): Promise<PlatformAnswer | undefined> => {
      const query = new URL(request.url ?? '', 'http://channel').searchParams;
      if (request.method === 'GET') return messenger.challenge?.(Object.fromEntries(query), context());
      const { headers } = request;
      const isSigned = messenger.mayBe(headers, Date.now()) && messenger.verify({ headers, bytes }, context());
      if (!isSigned) return undefined;
      const received = await messenger.receive(headers, fieldsOf(JSON.parse(bytes.toString())), context());
      return received.answer ?? { type: 'application/json', text: '{}' };
    };
    const given = await answer();
    response
      .writeHead(given === undefined ? 401 : 200, { 'content-type': given?.type ?? 'text/plain' })
      .end(given?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbound`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
