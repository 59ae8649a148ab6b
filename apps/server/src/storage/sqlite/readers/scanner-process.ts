import { setPriority } from 'node:os';
import { takeUpTo } from '../../bounded.ts';
import { failureKind, messageOf } from '../failures.ts';
import { resultCode } from '../result-codes.ts';
import { createStatements, type Statements } from '../statements.ts';
import { openReading } from './open-reading.ts';
import type { ScannerReply, ScannerRequest } from './scanner-protocol.ts';

/**
 * The program of a reader process: runs one query after another on a read-only connection of its own. It is a process,
 * because only a process can be stopped within a query (decision 0024).
 */

/** Page cache in KiB: a scan reads most pages once. */
const cache = 16 * 1024;

/** On a busy core, the process gets a quarter of the server's time. */
const niceness = 5;

let statements: Statements | undefined;

function scan(file: string, request: ScannerRequest & { type: 'scan' }): ScannerReply {
  try {
    statements ??= createStatements(openReading(file, cache));
    return takeUpTo(statements.get(request.sql).each(request.parameters), request.maxBytes);
  } catch (error) {
    const kind = failureKind(error);
    const isUnavailable = kind === 'unavailable' || kind === 'fatal';
    return { failed: messageOf(error), code: isUnavailable ? (resultCode(error) ?? 0) : undefined };
  }
}

// A terminal sends the server's signals to this process, too. The server still needs it to finish its requests.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (request: ScannerRequest) => {
  if (request.type === 'forget') statements?.clear();
  else process.send?.(scan(process.argv[2] ?? '', request));
});
try {
  // Short reads and writes of the server come first.
  setPriority(niceness);
} catch {
  // Some sandboxes refuse it; scans then compete with the server.
}
