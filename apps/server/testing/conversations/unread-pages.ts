import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { addLargeMessages } from '../fixtures/history.ts';
import type { Person, Service } from '../harness.ts';
import { openSocket } from '../processes/raw-socket.ts';

/** A page of 3.6 MB, and a key that may read it. */
export interface LargePage {
  readonly path: string;
  readonly key: string;
}

/** Creates a conversation with messages of control characters, more than a page may have. */
export async function largePage(parley: Service, person: Person): Promise<LargePage> {
  const client = await person.client();
  const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
  const { _id: conversation } = await client.conversations.create(agent);
  await addLargeMessages(parley, { workspace: person.workspace, conversation }, 10);
  return { path: `/api/conversations/${conversation}/messages?limit=100`, key: await person.key() };
}

/** A GET as bytes. */
export const getText = ({ path, key }: LargePage, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: parley\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

/** Sends requests on a new connection, one right after another, and reads nothing of the replies. */
export async function leaveUnread({ url }: { readonly url: string }, requests: string): Promise<Socket> {
  const socket = await openSocket(url);
  socket.on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(requests);
  return socket;
}

/** Number of requests for a page on one connection until some of it waits in the server: the kernel takes a lot. */
export const often = 6;
