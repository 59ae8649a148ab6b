import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
// The harness gets PostgreSQL from there; these tests do not need it.
import type {} from '../../apps/server/testing/global-setup.ts';
import { type Service, startService } from '../../apps/server/testing/harness.ts';
import { conducted, refuses, says, startFakeProvider } from '../../apps/server/testing/servers/fake-provider.ts';
import { calls } from '../../apps/server/testing/servers/fake-tools.ts';
import { startWebhookServer } from '../../apps/server/testing/servers/webhook-server.ts';
import { expectPassing, python } from './pytest.ts';

const build = fileURLToPath(new URL('../../apps/server/scripts/build.mjs', import.meta.url));

describe.skipIf(python === undefined)('the Python client at a server, and its streams', { timeout: 300_000 }, () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let receiver: Awaited<ReturnType<typeof startWebhookServer>>;
  let service: Service;
  let environment: Record<string, string>;

  beforeAll(async () => {
    execFileSync(process.execPath, [build, '--only', 'sqlite-worker,sqlite-scanner,vectors-worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    provider = await startFakeProvider();
    receiver = await startWebhookServer();
    const PARLEY_ALLOW_PRIVATE_HOSTS = new URL(receiver.url).host;
    service = await startService('sqlite', { environment: { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS } });
    environment = {
      PARLEY_TEST_BASE_URL: service.url,
      PARLEY_TEST_API_KEY: await (await service.person()).key(),
      PARLEY_TEST_WEBHOOK_URL: receiver.url,
    };
    // A request without a signature asks for all deliveries, as they arrived.
    receiver.answers(({ headers }, response) => {
      const isDelivery = headers['webhook-id'] !== undefined;
      response.end(
        isDelivery ? '' : JSON.stringify(receiver.delivered.map(({ headers, text }) => ({ headers, text }))),
      );
    });
    for (const kind of ['sync', 'async']) playFor(kind);
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
    await receiver?.close();
  });

  /** The models of test_real_server.py; each of the two clients has its own. */
  function playFor(kind: string) {
    provider.play(`lost-${kind}`, says(...'Fine, thänk you 👍.'));
    provider.play(`failing-${kind}`, refuses(400), says('Better.'));
    const call = (name: string, given: object = {}) => ({ name: `${name}_${kind}`, arguments: JSON.stringify(given) });
    const own = [call('find_order', { number: 7 }), call('find_person', { name: 'Ada' })];
    provider.play(`tools-${kind}`, calls([call('clock'), ...own]), says('Done.'));
    provider.play(`decides-${kind}`, calls([call('watch')]), says('Denied.'));
    provider.play(`again-${kind}`, refuses(400), says('Better.'));
    // The test ends these replies when it is ready, by asking another model.
    for (const name of ['slow', 'left']) {
      const { play, begun, say, end } = conducted();
      provider.play(`${name}-${kind}`, play);
      void begun.then(() => say('Fine, '));
      provider.play(`end-${name}-${kind}`, (response, asked) => {
        say('thanks.');
        end();
        return says('Ended.')(response, asked);
      });
    }
  }

  it('does what its tests expect', () =>
    expectPassing(
      ['test_real_server.py', 'test_run_tools.py', 'test_stream_losses.py', 'test_streams.py'],
      environment,
    ));
});
