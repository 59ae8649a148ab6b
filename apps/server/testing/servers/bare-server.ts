import { connectionLimits } from '../../src/http/limits/settings.ts';
import { createServer } from '../../src/http/server.ts';
import type { ServerParts } from '../../src/http/server-parts.ts';

/** Creates a server without endpoints and without the parts that only endpoints need, to add pages to. */
export const bareServer = () =>
  createServer({
    endpoints: [],
    log: { response: () => undefined, bug: () => undefined },
    secure: false,
    trustedProxies: [],
    corsOrigins: [],
    connections: connectionLimits(100),
    version: '0.0.0',
  } as unknown as ServerParts);
