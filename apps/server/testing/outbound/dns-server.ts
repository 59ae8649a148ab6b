import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server on loopback (RFC 1035). */
export interface DnsServer {
  /** `address:port`. */
  readonly server: string;
  /** The names that were asked for so far, once for each kind of address. */
  readonly asked: readonly string[];
  /** Answers the questions about a name that is silent until then. */
  release(): void;
  close(): void;
}

/** Returns the IPv4 address of a name; undefined if it has no address, and `silent` if no answer comes. */
type Answers = (name: string) => string | undefined | 'silent';

const typeA = 1;

/** Starts a DNS server. Names have no IPv6 address. */
export async function startDnsServer(answers: Answers): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  let waiting: (() => void)[] = [];
  socket.on('message', (query: Buffer, { address, port }: RemoteInfo) => {
    const { name, end } = nameIn(query);
    asked.push(name);
    const wanted = answers(name);
    const respond = (found: string | undefined) => {
      const isFound = found !== undefined && query.readUInt16BE(end) === typeA;
      socket.send(responseTo(query.subarray(0, end + 4), isFound ? found : undefined), port, address);
    };
    if (wanted === 'silent') waiting.push(() => respond('192.0.2.1'));
    else respond(wanted);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    release: () => {
      for (const respond of waiting) respond();
      waiting = [];
    },
    close: () => socket.close(),
  };
}

/** The name of the question, and where it ends. */
function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A response with one address or none; `question` is the query up to its end. */
function responseTo(question: Buffer, address: string | undefined): Buffer {
  const head = Buffer.from(question);
  // A response, with recursion, without an error; no further records.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(address === undefined ? 0 : 1, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  if (address === undefined) return head;
  // The name by reference, A, IN, a TTL of 0 seconds, and the four bytes.
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([head, record]);
}
