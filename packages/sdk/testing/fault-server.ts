import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request, well or badly. */
export type Play = (response: ServerResponse, request: Received) => void;

/** A real HTTP server for one test: plays its responses in order, and repeats the last one. */
export async function playServer(...answers: [Play, ...Play[]]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const entry = { method, url, headers, body: Buffer.concat(chunks).toString() };
    const [first] = answers;
    const play = answers[received.length] ?? answers.at(-1) ?? first;
    received.push(entry);
    play(response, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close };
}

type Headers = Readonly<Record<string, string>>;

/** Any body with any status. */
export const raw =
  (status: number, body: string, headers: Headers): Play =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

const json = (status: number, body: unknown, headers: Headers = {}): Play =>
  raw(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });

/** A success with data. */
export const ok = (data: object, headers: Headers = {}): Play => json(200, { success: true, data }, headers);

/** A success with a message. */
export const done = (message: string): Play => json(200, { success: true, message });

/** A failure in the service's envelope. */
export const fail = (status: number, body: object, headers: Headers = {}): Play =>
  json(status, { success: false, error: 'It failed.', requestId: 'req_body', ...body }, headers);

/** Never responds. */
export const hang: Play = () => {};

/** Sends the headers and half of a body, and nothing more. */
export const stall: Play = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"success":true');
};

/** Resets the connection. */
export const reset: Play = (response) => {
  response.socket?.resetAndDestroy();
};

/** Breaks the connection in the middle of the body. */
export const cut: Play = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"success":true', () => response.socket?.destroy());
};
