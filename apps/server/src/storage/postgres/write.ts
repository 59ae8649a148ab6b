import { setTimeout as sleep } from 'node:timers/promises';
import { expectedError, mistake } from '../expected-error.ts';
import type { Outcome, Statement } from '../unit.ts';
import type { Answer, Connection } from './driver.ts';
import { endsConnection, type FailureKind, failureKind, messageOf, unavailableError } from './failures.ts';
import type { Lease, Pool } from './pool.ts';
import { withoutTimeout } from './timeouts.ts';

/** Max attempts of a unit that loses against other transactions. */
const maxAttempts = 6;

/** Max wait before the first retry, in ms; doubles with each retry, with full jitter. */
const firstWait = 8;

/** Explicit, so that a server with another default behaves the same. Why not SERIALIZABLE: decision 0008. */
const begin = 'begin isolation level read committed';

/**
 * Why a unit was rolled back, and the index of the failed statement. `rows`: it touched an unexpected number of rows.
 */
interface Failure {
  readonly failed: FailureKind | 'rows';
  readonly index: number;
  readonly error: Error;
}

/**
 * Runs a unit of work as one transaction; retries it if it loses against another transaction. A unit whose connection
 * is lost is never retried, because its COMMIT may have succeeded.
 */
export async function writeUnit(pool: Pool, unit: readonly Statement[]): Promise<Outcome<unknown>[]> {
  checkParameters(unit);
  if (unit.length === 0) return [];
  for (let attempt = 1; ; attempt += 1) {
    const lease = await pool.lease();
    const result = await runOn(lease, unit);
    if (Array.isArray(result)) return result;
    if (result.failed === 'stale') pool.renew();
    if (attempt === maxAttempts || !mayRunAgain(unit, result)) throw unitError(unit, result);
    await sleep(Math.random() * firstWait * 2 ** (attempt - 1));
  }
}

async function runOn(lease: Lease, unit: readonly Statement[]): Promise<Outcome<unknown>[] | Failure> {
  if (unit[0]?.sql === withoutTimeout) lease.bePatient();
  const result = await run(lease.connection, unit);
  lease.release('failed' in result && isLost(result));
  return result;
}

/** Pipelines the statements: a unit costs one or two round trips. */
async function run(connection: Connection, unit: readonly Statement[]): Promise<Outcome<unknown>[] | Failure> {
  const ask = ({ sql, parameters }: Statement) => connection.ask(sql, parameters);
  const [only] = unit;
  if (only !== undefined && unit.length === 1 && only.rows === undefined) return judge(unit, await settle([ask(only)]));
  // If row counts matter, they are checked here before the COMMIT; otherwise the COMMIT is pipelined, too.
  const checksRows = unit.some((statement) => statement.rows !== undefined);
  const commit = () => settle([connection.command('commit')]);
  const sent = settle([connection.command(begin), ...unit.map(ask)]);
  const early = checksRows ? undefined : commit();
  const [begun, ...answers] = await sent;
  const result = begun instanceof Error ? fail(0, begun) : judge(unit, answers);
  if (!('failed' in result)) return (await refusal(early ?? commit(), unit)) ?? result;
  if (early === undefined && !isLost(result)) await settle([connection.command('rollback')]);
  else await early;
  return result;
}

const isLost = ({ failed, error }: Failure) => failed === 'unavailable' && endsConnection(error);

const settle = (answers: readonly Promise<Answer>[]): Promise<(Answer | Error)[]> =>
  Promise.all(answers.map((answer) => answer.catch((error: unknown) => asError(error))));

const asError = (error: unknown) => (error instanceof Error ? error : new Error(messageOf(error)));

const fail = (index: number, error: Error): Failure => ({ failed: failureKind(error), index, error });

/** Returns the outcomes, or the first failure: later failures are its consequences. */
function judge(unit: readonly Statement[], answers: readonly (Answer | Error)[]): Outcome<unknown>[] | Failure {
  const outcomes: Outcome<unknown>[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer instanceof Error) return fail(index, answer);
    const { rows, changed } = answer;
    const wanted = unit[index]?.rows;
    if (wanted !== undefined && wanted !== changed) {
      return { failed: 'rows', index, error: new Error(`it touched ${changed} rows instead of ${wanted}`) };
    }
    outcomes.push({ rows, changed });
  }
  return outcomes;
}

/** Returns the failure of a COMMIT. A COMMIT that the server answered with ROLLBACK must not be acknowledged. */
async function refusal(commit: Promise<(Answer | Error)[]>, unit: readonly Statement[]): Promise<Failure | undefined> {
  const [answer] = await commit;
  if (answer instanceof Error) return fail(unit.length - 1, answer);
  if (answer?.command === 'COMMIT') return undefined;
  return { failed: 'bug', index: unit.length - 1, error: new Error(`COMMIT was answered by ${answer?.command}`) };
}

/**
 * True if a retry may succeed. A broken constraint that the unit doesn't expect is a race between two transactions. The
 * retry sees what the other one committed; SQLite, with one writer, has no such races.
 */
function mayRunAgain(unit: readonly Statement[], { failed, index }: Failure): boolean {
  const statement = unit[index];
  switch (failed) {
    case 'race':
    case 'stale':
      return true;
    case 'conflict':
      return statement?.onConflict === undefined;
    case 'missing':
      return statement?.onMissing === undefined;
    default:
      return false;
  }
}

function unitError(unit: readonly Statement[], { failed, index, error }: Failure): Error {
  const failure = { index, message: error.message };
  switch (failed) {
    case 'rows':
    case 'conflict':
    case 'missing':
      return expectedError(unit, failed, failure);
    case 'refused':
      return expectedError(unit, 'rows', failure);
    case 'race':
    case 'stale':
    case 'unavailable':
      return unavailableError(error);
    case 'bug':
      return mistake(unit, failure);
  }
}

/** A unit must not end the transaction that it runs in. */
const transactionControl = /^\s*(?:begin|start|commit|end|abort|rollback|savepoint|release|prepare)\b/i;

/** Throws a TypeError if a parameter can't be stored; the driver would store `undefined` as null. */
function checkParameters(unit: readonly Statement[]): void {
  for (const { sql, parameters } of unit) {
    if (transactionControl.test(sql)) throw new Error('A unit of work must not begin or end a transaction.');
    for (const value of parameters) {
      const storable =
        typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'bigint' ||
        value === null ||
        value instanceof Uint8Array;
      if (!storable)
        throw new TypeError(`A parameter is of type ${typeof value}, which a database can't store. SQL: ${sql}`);
    }
  }
}
