import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiText } from '../http/openapi/document.ts';
import { createApp } from '../serving.ts';
import { createLogger, openRuntime } from './runtime.ts';

/** `parley openapi`: prints the API document. Creates a temporary database, so that none has to exist. */
export async function printOpenApi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-openapi-'));
  try {
    const runtime = await openRuntime({ dataDir, embedded: true }, createLogger('silent'));
    const app = await createApp(runtime, runtime.features);
    await app.ready();
    process.stdout.write(openApiText(app));
    await app.close();
    await runtime.close();
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
