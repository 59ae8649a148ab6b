import { type AppParts, type Features, isSecure } from './app.ts';
import type { Config } from './config/config.ts';
import { createHealth } from './http/health.ts';
import { createChangeQueues } from './http/limits/change-queues.ts';
import { warnOfRefused } from './http/limits/refusal-warning.ts';
import { connectionLimits } from './http/limits/settings.ts';
import { createRequestLog } from './http/logging/request-log.ts';
import { addApiDocs } from './http/pages/api-page.ts';
import { addClients, type ClientFolders } from './http/pages/clients/clients.ts';
import { addConnectPages } from './http/pages/connecting/connect.ts';
import { addDashboard } from './http/pages/dashboard.ts';
import { addMachineFiles } from './http/pages/machine-files.ts';
import { addWidget } from './http/pages/widget.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createRouteRefusal } from './http/suggestions/near-routes.ts';
import { drainOnClose } from './http/wire/drain.ts';
import { closeStalledConnections } from './http/wire/stalled-connections.ts';
import { createUnread } from './http/wire/unread.ts';
import { authorityChannel, readAuthority } from './storage/authority.ts';
import { dataFolder } from './storage/opening/data-folder.ts';
import { version } from './version.ts';

/** Folders of other builds that the server offers; one that is undefined isn't built. */
export interface BuiltFolders extends ClientFolders {
  readonly dashboard?: string | undefined;
  readonly widget?: string | undefined;
}

/** The HTTP server with every endpoint and what was built besides; it isn't listening yet. */
export async function createApp(parts: AppParts, features: Features, built: BuiltFolders = {}): Promise<HttpServer> {
  const { config, db, logger } = parts;
  await features.loadProviderKeys();
  const health = createHealth(() => readAuthority(db));
  const unread = createUnread();
  const endpoints = [...features.endpoints, ...health.endpoints];
  const app = await createServer({
    endpoints,
    admission: features.admission,
    idempotency: features.idempotency,
    unread,
    changes: createChangeQueues(unread.freeBytes),
    log: createRequestLog(logger, config.logRequests),
    secure: isSecure(config),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    connections: { ...connectionLimits(config.connectionsPerAddress), ...parts.connections },
    onRefused: warnOfRefused(logger),
    compresses: config.compresses,
    version,
    ...(parts.timeouts && { timeouts: parts.timeouts }),
  });
  const closed = closeStalledConnections(app.server, app.connections.open, parts.timeouts?.unread);
  app.addHook('onListen', async () => features.start(parts));
  app.addHook('preClose', async () => {
    health.startClosing();
    // Not awaited: the server continues to close meanwhile, and waits for replies that are being written.
    features.drain().catch((error: unknown) => logger.error({ err: error }, 'a feature could not be drained'));
  });
  const { forget } = features.admission.authentication.callers;
  const listening = db.listen?.(authorityChannel, forget);
  app.addHook('onClose', async () => listening?.close());
  parts.shared?.redis.subscribe(authorityChannel, forget);
  drainOnClose(app, parts.timeouts, (connections) =>
    logger.warn({ connections }, 'closed connections that did not end in time'),
  );
  if (config.metricsToken !== undefined) {
    // Loaded only if metrics are on.
    const { addMetrics } = await import('./http/metrics/metrics.ts');
    addMetrics(app, {
      token: config.metricsToken,
      storage: db.counters,
      jobs: features.jobs,
      slots: features.slotCounters,
      replies: features.replyCounts,
      unread: () => ({ ...unread.counts(), closed: closed() }),
    });
  }
  await addApiDocs(app);
  addMachineFiles(app, {
    ...{ publicUrl: config.publicUrl, securityContact: config.securityContact, now: parts.now, version },
    clients: { sdk: built.sdk !== undefined, python: built.python !== undefined },
  });
  await addDashboard(app, built.dashboard, createRouteRefusal(endpoints));
  await addWidget(app, built.widget, {
    look: features.channelPage,
    picture: features.channelPicture,
    origin: new URL(config.publicUrl).origin,
    keepingKey: features.secrets.keepingKey,
  });
  await addConnectPages(app, { ...features.signIns, origin: new URL(config.publicUrl).origin });
  await addClients(app, built, {
    folder: dataFolder(config.dataDir).clients,
    publicUrl: () => publicUrlOf(config, app),
    onNotKept: (err, file) => logger.warn({ err, file }, 'a client could not be kept for later versions'),
  });
  return app;
}

/** The public address of the service. With port 0 it is complete only once the server listens. */
export function publicUrlOf(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  app: Pick<HttpServer, 'server'>,
): string {
  const address = app.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return publicUrl.replace(/:0$/, `:${actual}`);
}
