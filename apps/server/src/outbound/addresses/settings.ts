import ipaddr from 'ipaddr.js';
import type { Network } from './address.ts';
import { readHost } from './host.ts';

/** A private host that the operator allows: by name or by network, on one port or on every allowed port. */
export interface AllowedHost {
  /** Lower case, without a trailing dot; undefined if the entry is a network. */
  readonly name?: string;
  readonly network?: Network;
  /** True if the entry names a single address: only then may it allow a metadata address. */
  readonly exact: boolean;
  /** Undefined for every port of `ports`. */
  readonly port: number | undefined;
}

/** Ports and hosts that the operator allows beyond public hosts. */
export interface OutboundSettings {
  readonly ports: readonly number[];
  readonly allowed: readonly AllowedHost[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const portsSetting = 'PARLEY_OUTBOUND_PORTS';
const hostsSetting = 'PARLEY_ALLOW_PRIVATE_HOSTS';

/** The web's ports, and the usual ones of servers that don't run as root. Others speak other protocols. */
const defaultPorts = '80,443,8080,8443';

/** Reads the settings of requests to the outside. Adds a sentence to `problems` for each wrong entry. */
export function readOutbound(environment: Environment, problems: string[]): OutboundSettings {
  const ports = listOf(environment[portsSetting] || defaultPorts).map((text) => {
    const port = readPort(text);
    if (port === undefined) problems.push(`${portsSetting}: must be ports from 1 to 65535, such as ${defaultPorts}`);
    return port ?? 0;
  });
  const allowed = listOf(environment[hostsSetting] ?? '').flatMap((text) => {
    const entry = readEntry(text);
    if (typeof entry !== 'string') return [entry];
    problems.push(`${hostsSetting}: ${entry}`);
    return [];
  });
  return { ports, allowed };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined;
}

/** Reads one entry; returns a sentence if it is wrong. */
function readEntry(text: string): AllowedHost | string {
  const { host, digits } = splitPort(text);
  const port = digits === undefined ? undefined : readPort(digits);
  if (digits !== undefined && port === undefined) return `${text} has no port from 1 to 65535`;
  if (host.includes('/')) {
    if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(host) && !ipaddr.IPv6.isValidCIDR(host)) {
      return `${text} is not a network such as 10.1.0.0/16 or fd00::/64`;
    }
    const network = ipaddr.parseCIDR(host);
    if (network[1] === 0) return `must not be ${text}, which contains every address`;
    return { network, exact: false, port };
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)) {
    const address = ipaddr.parse(host);
    return { network: [address, address.toByteArray().length * 8], exact: true, port };
  }
  const name = readHost(host);
  if (name === undefined || ipaddr.isValid(name)) {
    return `${text} is not an address, a network or a name, such as 10.1.0.0/16,intranet.example:8443`;
  }
  return { name, exact: false, port };
}

/** Splits `host:port`; the host is in brackets if it is IPv6 with a port. */
function splitPort(text: string): { readonly host: string; readonly digits: string | undefined } {
  const [, bracketed, after] = /^\[([^\]]*)\](?::(.*))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return { host: bracketed, digits: after };
  const [host = '', digits, ...more] = text.split(':');
  return more.length > 0 ? { host: text, digits: undefined } : { host, digits };
}
