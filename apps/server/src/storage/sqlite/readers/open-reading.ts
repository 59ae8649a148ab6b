import { type Connection, openConnection } from '../driver.ts';
import { configureReader } from '../pragmas.ts';

/** Opens a read-only connection with a page cache of some KiB. Throws the driver's error. */
export function openReading(file: string, cache?: number): Connection {
  const connection = openConnection({ file, readOnly: true });
  try {
    configureReader(connection, cache);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
