import { readOutbound } from '../../src/outbound/addresses/settings.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { type SendContext, SendFailure, type SettingValues } from '../../src/platforms/messenger.ts';

/** Creates the contexts of kinds in tests that need no service: their platform is a server on this machine. */
export function createContexts({ url, environment }: { url: string; environment: Readonly<Record<string, string>> }) {
  const outbound = createOutbound({ settings: readOutbound(environment, []) });
  return {
    contextOf: (settings: SettingValues, more: Partial<SendContext> = {}): SendContext => ({
      ...{ settings, secrets: [], origin: url, fetch: outbound.fetch, connect: outbound.connect },
      ...{ now: Date.now(), signal: undefined },
      ...more,
    }),
    close: () => outbound.close(),
  };
}

/** The failure with which something ends; throws if it doesn't. */
export async function failureOf(of: Promise<unknown> | undefined): Promise<SendFailure> {
  try {
    await of;
  } catch (error) {
    if (error instanceof SendFailure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
