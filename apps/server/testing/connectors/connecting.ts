import type { Connecting, Connection, Connector, ConnectorItem } from '../../src/connectors/connector.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { settingsOf } from '../outbound/world.ts';

const none: Connection = { branch: null, folder: null, bucket: null, region: null, accessKeyId: null, root: null };

type Given = Partial<Omit<Connecting, 'connection' | 'fetch'>> & {
  readonly connection?: Partial<Connection>;
  readonly environment: Readonly<Record<string, string>>;
};

/** Input that opens a connector on a server of this machine. */
export function connecting({ environment, connection, ...given }: Given): Connecting {
  const { fetch } = createOutbound({ settings: settingsOf(environment) });
  return {
    ...{ url: '', credentials: {}, include: [], exclude: [], fetch },
    ...{ signal: new AbortController().signal, ...given },
    connection: { ...none, ...connection },
  };
}

/** Lists all items of a store. */
export async function listed(store: Connector): Promise<ConnectorItem[]> {
  const items: ConnectorItem[] = [];
  for await (const item of store.list()) items.push(item);
  return items;
}

/** Reads items as texts; an item that can't be read is `code: message`. */
export async function textsOf(store: Connector, items: readonly ConnectorItem[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const { item, content } of store.read(items))
    texts[item.key] =
      content instanceof Error ? `${content.code}: ${content.message}` : Buffer.from(content.bytes).toString('utf8');
  return texts;
}
