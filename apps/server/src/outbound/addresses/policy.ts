import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../parse-url.ts';
import { OutboundError } from '../error.ts';
import { type Address, contains, formsOf, isGlobal, isMetadata, keyOf } from './address.ts';
import { hostOf, readHost } from './host.ts';
import type { AllowedHost, OutboundSettings } from './settings.ts';

/** Max characters of a URL, as given and as normalised. */
const maxUrl = 8_192;

/** A server and its port, to which a connection is opened. */
export interface Endpoint {
  /** A name in lower case, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The beginning of sentences about this target: its host, or the host that redirected to it. */
  readonly subject: string;
  /** True if the connection begins with TLS. */
  readonly isSecure: boolean;
  /** The ports of the protocol that is spoken; undefined for those of the web. */
  readonly ports?: readonly number[];
}

/** Target of one request. */
export interface Target extends Endpoint {
  /** Without user and fragment. */
  readonly url: URL;
}

/** A server that a user has entered, for another protocol than HTTP. */
export interface NamedServer {
  readonly host: string;
  readonly port: number;
  /** The ports of the protocol. Others are refused, except those that the operator allows for the host. */
  readonly ports: readonly number[];
}

/** Decides which URLs and addresses may be connected to. */
export interface Policy {
  /** Reads a URL. `origin` is the host that redirected to it. Throws an `OutboundError`. */
  readTarget(url: string, origin?: string): Target;
  /** Reads a server. Throws an `OutboundError`. */
  readServer(server: NamedServer): Endpoint;
  /** True if the operator allows the host of a target: by its name, by its address, or as this machine. */
  allows(target: Endpoint): boolean;
  /** Judges all addresses of a target's host; throws an `OutboundError` if one of them is forbidden. */
  judge(target: Endpoint, addresses: readonly string[]): void;
}

/**
 * Creates the policy: http and https on allowed ports, to global unicast addresses that aren't the machine's own, and
 * to what the operator allows.
 */
export function createPolicy({ ports, allowed }: OutboundSettings, ownAddresses: () => readonly string[]): Policy {
  const named = new Set([...ports, ...allowed.flatMap(({ port }) => port ?? [])]);

  const isOwn = (address: Address) => {
    const key = keyOf(address);
    return ownAddresses().some((own) => keyOf(ipaddr.parse(own)) === key);
  };

  /** The entries that cover an address as the address of a host. */
  const entriesFor = (host: string, address: Address): AllowedHost[] =>
    allowed.filter(({ name, network }) => name === host || (network !== undefined && contains(network, address)));

  /** Why one form of an address is forbidden; undefined if it isn't. */
  const reasonAgainst = ({ host, port }: Endpoint, form: Address): string | undefined => {
    const entries = entriesFor(host, form).filter((entry) => (entry.port ?? port) === port);
    if (isMetadata(form)) return entries.some(({ exact }) => exact) ? undefined : 'a metadata address';
    if (entries.length > 0) return undefined;
    if (!isGlobal(form)) return form.range();
    return isOwn(form) ? 'this machine' : undefined;
  };

  const judgeOne = (target: Endpoint, text: string) => {
    const { host, port, subject } = target;
    if (isIP(text) === 0) throw noAddress(target, `${host}: ${text} is not an address`);
    const address = ipaddr.parse(text);
    for (const form of formsOf(address)) {
      const reason = reasonAgainst(target, form);
      const about = form === address ? text : `${text}, which contains ${form.toString()},`;
      if (reason !== undefined) throw noAddress(target, `${host}: ${about} is ${reason}`);
    }
    const isPort =
      (target.ports ?? ports).includes(port) || entriesFor(host, address).some((entry) => entry.port === port);
    if (!isPort) throw portRefused(subject);
  };

  return {
    readTarget: (text, origin) => {
      const about = origin === undefined ? 'The URL' : `The redirect of ${origin}`;
      const { url, host } = readUrl(text, about);
      const isSecure = url.protocol === 'https:';
      const port = Number(url.port || (isSecure ? 443 : 80));
      if (!named.has(port)) throw portRefused(about);
      return { url, host, port, isSecure, subject: origin === undefined ? host : about };
    },
    readServer: ({ host: text, port, ports: usual }) => {
      const host = readHost(text);
      if (host === undefined) throw new OutboundError('url', 'The server has no valid host.');
      if (!usual.includes(port) && !allowed.some((entry) => entry.port === port)) throw portRefused(host);
      return { host, port, ports: usual, isSecure: false, subject: host };
    },
    allows: ({ host }) =>
      host === 'localhost' ||
      (isIP(host) === 0 ? allowed.some(({ name }) => name === host) : entriesFor(host, ipaddr.parse(host)).length > 0),
    judge: (target, addresses) => {
      if (addresses.length === 0) throw noAddress(target, 'the name has no address');
      for (const address of addresses) judgeOne(target, address);
    },
  };
}

/**
 * The one error for a host that doesn't exist and for one that is forbidden. Different errors would let a tenant list
 * the names of the internal network.
 */
export const noAddress = ({ subject }: Endpoint, detail: string): OutboundError =>
  new OutboundError('address', `${subject} has no public address.`, { detail });

const portRefused = (about: string) => new OutboundError('port', `${about} uses a port that is not allowed.`);

function readUrl(text: string, about: string): Pick<Target, 'url' | 'host'> {
  const isShort = text.length <= maxUrl;
  const url = isShort ? parseUrl(text) : undefined;
  if (isShort && url === undefined) throw new OutboundError('url', `${about} is not a valid URL.`);
  if (url === undefined || url.href.length > maxUrl) {
    throw new OutboundError('url', `${about} is longer than ${maxUrl} characters.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme', `${about} does not begin with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('url', `${about} contains a user or a password.`);
  }
  const host = hostOf(url.hostname);
  if (host === undefined) throw new OutboundError('url', `${about} has no valid host.`);
  // The dot that ends an absolute name is neither in certificates nor in the server name of TLS (RFC 6066).
  if (url.hostname.endsWith('.')) url.hostname = host;
  url.hash = '';
  return { url, host };
}
