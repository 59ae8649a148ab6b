import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../errors.ts';
import type { Bounded } from '../../bounded.ts';
import { ScanTimeout } from '../../scans/scan-queue.ts';
import type { Compiled } from '../../unit.ts';
import type { Row } from '../driver.ts';
import { unavailableError } from '../failures.ts';
import type { ScanFailure, ScannerReply, ScannerRequest } from './scanner-protocol.ts';

/** The bundled program: see `workerUrl` in `open.ts`. */
const program = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../../dist/sqlite-scanner.js' : './sqlite-scanner.js',
    import.meta.url,
  ),
);

/** One query, and its bounds. */
export interface Scan {
  readonly query: Compiled<unknown>;
  readonly maxBytes: number;
  readonly ms: number;
}

/** A reader process. It runs one query at a time. */
export interface Scanner {
  /** Throws a `ScanTimeout` if the query takes too long; the process is then killed, and gone when it throws. */
  scan(scan: Scan): Promise<Bounded<Row>>;
  /** Drops all prepared statements, as needed after a schema change. */
  forgetStatements(): void;
  /** Ends the process, which must be idle. Resolves when it is gone. */
  close(): Promise<void>;
}

/** Starts a reader process for a database file. Calls `onExit` when it is gone, for whatever reason. */
export function startScanner(file: string, onExit: () => void): Scanner {
  const child = startProcess(file);
  let answer: (reply: ScannerReply | undefined) => void = () => {};
  let gone = false;

  const exited = new Promise<void>((resolve) => {
    const end = () => {
      if (gone) return;
      gone = true;
      onExit();
      answer(undefined);
      resolve();
    };
    child.once('exit', end);
    child.on('error', () => {
      // Without an ID it never started. Otherwise the connection to it is broken.
      if (child.pid === undefined) end();
      else child.kill('SIGKILL');
    });
  });
  child.on('message', (reply: ScannerReply) => answer(reply));

  const ask = (request: ScannerRequest): Promise<ScannerReply | undefined> =>
    new Promise((resolve) => {
      answer = resolve;
      if (gone) resolve(undefined);
      else if (child.connected) child.send(request);
    });

  return {
    async scan({ query: { sql, parameters }, maxBytes, ms }) {
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        child.kill('SIGKILL');
      }, ms);
      // Only while it is busy does the process keep the server alive.
      child.channel?.ref();
      const reply = await ask({ type: 'scan', sql, parameters, maxBytes });
      clearTimeout(timer);
      child.channel?.unref();
      if (isOver) {
        await exited;
        throw new ScanTimeout();
      }
      if (reply === undefined) throw ended();
      if ('failed' in reply) throw scanError(sql, reply);
      return reply;
    },
    forgetStatements: () => {
      if (child.connected) child.send({ type: 'forget' } satisfies ScannerRequest);
    },
    close: () => {
      if (child.connected) child.disconnect();
      return exited;
    },
  };
}

function startProcess(file: string): ChildProcess {
  const child = fork(program, [file], {
    // It needs neither the secrets of the environment nor the options of this process.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  return child;
}

/** Names the SQL, never the parameters: they may be secret. */
const scanError = (sql: string, { failed, code }: ScanFailure): Error =>
  code === undefined
    ? new Error(`A query failed: ${failed}. SQL: ${sql}`)
    : unavailableError(code, new Error(`SQLite: ${failed} (${code})`));

const ended = () =>
  new AppError('unavailable', 'A reader of the database ended unexpectedly; try again shortly.', { retryAfter: 1 });
