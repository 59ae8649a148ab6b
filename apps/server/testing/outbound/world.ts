import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { readOutbound } from '../../src/outbound/addresses/settings.ts';
import { createOutbound, type Outbound, type OutboundParts } from '../../src/outbound/outbound.ts';
import { selfSigned } from './certificate.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { openSinkhole, type Sinkhole } from './sinkhole.ts';

/** A closed internet: every name is in one name server, and every connection leads to one site. */
export interface World {
  readonly names: NameServer;
  readonly sinkhole: Sinkhole;
  readonly outbound: Outbound;
  /** Sets how the site answers, on http and on https. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/** The names in the certificate of the site. */
const certified = ['public.test', 'www.public.test', 'redirector.test', 'first.test', 'second.test'];

const securePorts = [443, 8443];

/** Starts a closed internet; `environment` holds the operator's settings. Only one may be open in a process. */
export async function startWorld(
  environment: Readonly<Record<string, string>> = {},
  parts: Partial<OutboundParts> = {},
): Promise<World> {
  let listener: RequestListener = (_request, response) => response.end('hello');
  const certificate = selfSigned(...certified);
  const plain = createServer((...request) => listener(...request));
  const secure = createSecureServer({ ...certificate }, (...request) => listener(...request));
  const [plainPort, securePort] = [await listen(plain), await listen(secure)];
  const names = await startNameServer();
  const sinkhole = await openSinkhole((_address, port) => (securePorts.includes(port) ? securePort : plainPort));
  const outbound = createOutbound({
    settings: settingsOf(environment),
    resolve: names.resolve,
    ownAddresses: () => ['127.0.0.1', '::1', '198.7.6.5'],
    ca: certificate.cert,
    ...parts,
  });
  return {
    names,
    sinkhole,
    outbound,
    serve: (next) => {
      listener = next;
    },
    close: async () => {
      outbound.close();
      sinkhole.close();
      names.close();
      for (const server of [plain, secure]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** The settings of an environment, which must be right. */
export function settingsOf(environment: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  const settings = readOutbound(environment, problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

/** Lets a server listen on a free port of loopback and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
