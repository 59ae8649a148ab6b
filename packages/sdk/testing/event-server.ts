import type { ServerResponse } from 'node:http';
import type { Message, MessageEvent } from '../src/index.ts';
import type { Play } from './fault-server.ts';

/** The question in these tests. */
export const question = {
  _id: 'msg_q',
  conversation: 'conv_1',
  role: 'user',
  content: 'How are you?',
  status: 'complete',
} as Message;
/** The reply before its text. */
const blank = { ...question, _id: 'msg_a', role: 'assistant', content: '', status: 'streaming' } as Message;
const pieces = ['Fine, ', 'thänk ', 'you 👍.'];
/** The complete reply. */
export const answer = { ...blank, content: pieces.join(''), status: 'complete' } as Message;
/** Its citation. */
const citation = { source: 'src_1', title: 'Manners', url: null, quote: 'Say “fine”.', score: 0.9 };

/** All events of one reply; an ID says how much of it the client has. */
export const events: readonly MessageEvent[] = [
  { id: 'msg_q:0', type: 'message.created', message: question },
  { id: 'msg_a:0', type: 'message.created', message: blank },
  { id: 'msg_a:6', type: 'message.delta', text: 'Fine, ' },
  { id: 'msg_a:12', type: 'message.delta', text: 'thänk ' },
  { id: 'msg_a:19', type: 'message.delta', text: 'you 👍.' },
  { id: 'msg_a:19:1', type: 'citation', citation },
  { id: 'msg_a:19:1', type: 'message.completed', message: answer },
];

/** An event as sent over the wire. */
export function frame({ id, type, ...content }: MessageEvent): string {
  const [value] = ['citation', 'tool.call', 'tool.result'].includes(type) ? Object.values(content) : [content];
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(value)}\n\n`;
}

/** The events after the one with this ID; the last event is always sent. */
function eventsAfter(id: unknown): readonly MessageEvent[] {
  const place = events.slice(0, -1).findLastIndex((event) => event.id === id);
  if (place === -1) throw new Error(`There is no event ${id}.`);
  return events.slice(place + 1);
}

const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });

/** Sends events and ends the response. */
export const sends =
  (...sent: readonly (MessageEvent | string)[]): Play =>
  (response) => {
    begin(response).end(sent.map((event) => (typeof event === 'string' ? event : frame(event))).join(''));
  };

/** Sends events, or some bytes of them, and breaks the connection. */
export const breaksOff =
  (...sent: readonly (MessageEvent | string | Uint8Array)[]): Play =>
  (response) => {
    const parts = sent.map((event) => (typeof event === 'string' || 'length' in event ? event : frame(event)));
    begin(response).flushHeaders();
    // In one piece: data still in flight is lost with the connection.
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
    if (bytes.length === 0) response.socket?.destroy();
    else response.write(bytes, () => response.socket?.destroy());
  };

/** Sends the missing events, as the service does when a stream is resumed. */
export const takesUp: Play = (response, request) =>
  sends(...eventsAfter(request.headers['last-event-id']))(response, request);

/** Sends events and then nothing more; `left` resolves once the reader has gone. */
export function fallsSilent(...sent: readonly MessageEvent[]) {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const play: Play = (response) => {
    response.once('close', leave);
    begin(response).flushHeaders();
    if (sent.length > 0) response.write(sent.map(frame).join(''));
  };
  return { play, left };
}
