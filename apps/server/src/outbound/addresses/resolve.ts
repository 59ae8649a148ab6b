import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { codeOf } from '../network-errors.ts';

/** Looks up the addresses of a name, unless the signal has fired. Rejects with the `code` of `node:dns`. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Codes for a name that doesn't exist, or has no address. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME', 'EAI_NONAME', 'EAI_NODATA', 'NXDOMAIN']);

/** True if a lookup failed because the name has no address, so that repeating it helps only after a change. */
export const isAbsent = (code: string | undefined): boolean => code !== undefined && absent.has(code);

/** Options of the resolver. */
export interface ResolverParts {
  /** Names that the operator allows, which may be known to the system alone. */
  readonly ownNames: ReadonlySet<string>;
  /** `address:port` of the DNS servers instead of the system's, for tests. */
  readonly servers?: readonly string[];
  /** The lookup of the system instead of getaddrinfo, for tests. */
  readonly system?: Resolve;
}

/**
 * Creates the resolver of names that tenants choose. It asks the DNS servers itself, so that any number of slow names
 * wait at the same time and hold up no others. The system's lookup takes one of two threads of the process for each
 * name, so only the operator's names get there: allowed ones, those of `/etc/hosts`, and those without a dot.
 */
export function createResolver({ ownNames, servers, system = createSystemResolver() }: ResolverParts): Resolve {
  const direct = createDnsResolver(servers);
  return async (name, signal) => {
    signal.throwIfAborted();
    const isOwn = !name.includes('.') || ownNames.has(name) || (await hostsFile()).has(name);
    return isOwn ? system(name, signal) : direct(name, signal);
  };
}

/**
 * Creates the system's resolver (getaddrinfo). It looks up one name at a time: Node has two threads for lookups, and a
 * name whose server is slow must leave one to the model providers and the database.
 */
export function createSystemResolver(): Resolve {
  const oneAtATime = pLimit(1);
  return (name, signal) =>
    oneAtATime(async () => {
      // A lookup can't be cancelled, but one that has waited too long need not start.
      signal.throwIfAborted();
      return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
    });
}

/** The time for an answer in ms, and how often it is asked for; the time doubles. */
const asking = { timeout: 1_500, tries: 2 };

/** Time that the system's DNS servers are cached, in ms: they may change while the process runs. */
const serversKnownFor = 60_000;

function createDnsResolver(servers: readonly string[] | undefined): Resolve {
  let resolver: Resolver | undefined;
  let madeAt = 0;
  const current = () => {
    if (resolver !== undefined && performance.now() - madeAt < serversKnownFor) return resolver;
    resolver = new Resolver(asking);
    if (servers !== undefined) resolver.setServers(servers);
    madeAt = performance.now();
    return resolver;
  };
  return async (name) => {
    const asked = current();
    const answers = await Promise.allSettled([asked.resolve4(name), asked.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    throw reasons.find((reason) => !isAbsent(codeOf(reason))) ?? reasons[0] ?? new Error(`${name} has no address.`);
  };
}

/** The names of `/etc/hosts`, in lower case. */
async function hostsFile(): Promise<ReadonlySet<string>> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.split('#', 1)[0] ?? '');
  return new Set(lines.flatMap((line) => line.toLowerCase().split(/\s+/).slice(1)));
}
