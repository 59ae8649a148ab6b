import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../harness.ts';

/** Waits until a condition holds; the time limit of the test ends it otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

/** Opens a socket whose source is any address of the loopback network. */
export async function socketFrom(url: string, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
  await once(socket, 'connect');
  return socket.on('error', () => socket.destroy());
}

/** The head of a sign-in, with the headers of its body. */
export const signInHead = (framing = 'Content-Length: 100') =>
  `POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

/** Sends the beginnings of sign-ins from one address, and waits until the server reads all of their bodies. */
export async function unfinishedSignIns(
  { url, app }: Pick<Service, 'url' | 'app'>,
  count: number,
  localAddress = '127.0.0.1',
): Promise<Socket[]> {
  const before = app.arriving.counts.bytes;
  const sockets = await Promise.all(Array.from({ length: count }, () => socketFrom(url, localAddress)));
  for (const socket of sockets) socket.write(`${signInHead()}{`);
  await until(() => app.arriving.counts.bytes - before === count * 8192);
  return sockets;
}
