import { ParleyError } from '../errors.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;

/** How much is logged: attempts (`debug`), retries (`info`), announced removals (`warn`); nothing is logged above that. */
export type LogLevel = (typeof LEVELS)[number];

/** What one line says beside its sentence: never a key, a header, a body, a query or a filled-in path. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

/** Where log lines go; `console` is one. */
export interface Logger {
  debug(message: string, fields: LogFields): void;
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
}

/** Checks a level that came from a setting; throws a `ParleyError` that names the setting and the choices. */
export function readLogLevel(value: string, setting: string): LogLevel {
  const level = LEVELS.find((known) => known === value);
  if (level === undefined) throw new ParleyError(`${setting} must be one of ${LEVELS.join(', ')}.`);
  return level;
}

/** Passes on what is at least as grave as `level`, and drops the rest. */
export function filterLog(logger: Logger, level: LogLevel): Logger {
  const threshold = LEVELS.indexOf(level);
  const from = (method: keyof Logger): Logger['debug'] =>
    LEVELS.indexOf(method) < threshold ? () => {} : (message, fields) => logger[method](message, fields);
  return { debug: from('debug'), info: from('info'), warn: from('warn') };
}
