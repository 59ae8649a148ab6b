import { ParleyError } from '../errors.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;

/** The log level: attempts (`debug`), retries (`info`), deprecation notices (`warn`). Nothing is logged above that. */
export type LogLevel = (typeof LEVELS)[number];

/** The structured part of a log line: never a key, header, body, query or filled-in path. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

/** The target of log lines; `console` is one. */
export interface Logger {
  debug(message: string, fields: LogFields): void;
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
}

/** Checks a log level from a setting; throws a `ParleyError` that names the setting and the allowed levels. */
export function readLogLevel(value: string, setting: string): LogLevel {
  const level = LEVELS.find((known) => known === value);
  if (level === undefined)
    throw new ParleyError(`${setting} must be one of ${LEVELS.join(', ')}.`, { code: 'invalid_option' });
  return level;
}

/** Forwards lines of `level` and above, and drops the rest. */
export function filterLog(logger: Logger, level: LogLevel): Logger {
  const threshold = LEVELS.indexOf(level);
  const from = (method: keyof Logger): Logger['debug'] =>
    LEVELS.indexOf(method) < threshold ? () => {} : (message, fields) => logger[method](message, fields);
  return { debug: from('debug'), info: from('info'), warn: from('warn') };
}
