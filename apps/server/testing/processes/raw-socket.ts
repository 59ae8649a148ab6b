import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Reply } from '../request.ts';

/** Sends bytes unchanged over a new socket and returns all replies until the server closes it. */
export async function exchange(url: string, ...bytes: readonly (string | Uint8Array)[]): Promise<Reply[]> {
  const socket = await openSocket(url);
  for (const part of bytes) socket.write(part);
  return repliesOn(socket);
}

/** Opens a socket to the server; the caller ends it or waits for the server to do so. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Reads until the server closes or resets the connection. */
export async function repliesOn(socket: Socket): Promise<Reply[]> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    // The server may reset a connection whose request it refused to read; its earlier bytes count.
    socket.on('error', () => socket.destroy());
  });
  return parseReplies(Buffer.concat(parts));
}

/** Splits the bytes of a connection into replies (RFC 9112, section 2.1) by their Content-Length. */
function parseReplies(bytes: Buffer): Reply[] {
  const replies: Reply[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`No reply: ${JSON.stringify(rest.toString('latin1'))}`);
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
    if (status === undefined) throw new Error(`No status line: ${JSON.stringify(statusLine)}`);
    const length = Number(headers['content-length'] ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    replies.push({ status: Number(status), headers, text, json: () => JSON.parse(text) as Record<string, unknown> });
    rest = rest.subarray(end + 4 + length);
  }
  return replies;
}
