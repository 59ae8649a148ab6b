import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import type { Resolve } from '../../src/outbound/addresses/resolve.ts';

/** The server's answer about a name: addresses, another name and its addresses, an error code, or nothing. */
export type Answer = readonly string[] | { readonly alias: string } | 'no such name' | 'failure' | 'silence';

/** A DNS server on loopback. */
export interface NameServer {
  /** Asks this server for the IPv4 and the IPv6 addresses of a name. */
  readonly resolve: Resolve;
  /** Sets the answers about a name, in order; the last one applies to all further lookups. */
  set(name: string, ...answers: readonly [Answer, ...Answer[]]): void;
  /** Number of lookups of a name. */
  asked(name: string): number;
  close(): void;
}

const types = { A: 1, CNAME: 5, AAAA: 28 };
const codes = { 'no such name': 3, failure: 2 };
/** A pointer to the name of the question (RFC 1035, section 4.1.4). */
const pointer = Buffer.from([0xc0, 0x0c]);

/** Starts a name server that knows no name. Every record has a TTL of 0. */
export async function startNameServer(): Promise<NameServer> {
  const zone = new Map<string, Answer[]>();
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const queue = zone.get(name) ?? ['no such name'];
    // One lookup asks for both types; the second question ends it.
    const index = Math.min(Math.floor((counts.get(name) ?? 0) / 2), queue.length - 1);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const answer = queue[index] ?? 'silence';
    if (answer === 'silence') return;
    const records = typeof answer === 'string' ? [] : recordsOf(answer, type, zone);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? codes[answer] : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 30_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: async (name) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const [failed] = found.filter((each) => each.status === 'rejected');
      if (addresses.length === 0 && failed !== undefined) throw failed.reason;
      return addresses;
    },
    set: (name, ...answers) => {
      zone.set(name, [...answers]);
      counts.delete(name);
    },
    asked: (name) => (counts.get(name) ?? 0) / 2,
    close: () => {
      resolver.cancel();
      socket.close();
    },
  };
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The records of an answer: a chain of aliases, and the addresses of the asked type at its end. */
function recordsOf(answer: Exclude<Answer, string>, type: number, zone: ReadonlyMap<string, readonly Answer[]>) {
  const records: Buffer[] = [];
  let owner: Buffer = pointer;
  let current: Answer | undefined = answer;
  while (typeof current === 'object' && 'alias' in current) {
    const name = encodeName(current.alias);
    records.push(record(owner, types.CNAME, name));
    owner = name;
    current = zone.get(current.alias)?.[0];
  }
  if (!Array.isArray(current)) return records;
  const wanted = current
    .map((text) => Buffer.from(ipaddr.parse(text).toByteArray()))
    .filter(({ length }) => length === (type === types.A ? 4 : 16));
  return [...records, ...wanted.map((data) => record(owner, type, data))];
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fields, data]);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
