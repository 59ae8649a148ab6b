import { Redis, type RedisOptions } from 'ioredis';

/** Timeouts of connecting and of a command, in ms. Short, because every request waits for a command. */
const connectTimeout = 2_000;
const answerTimeout = 250;

/** Linear back-off between connection attempts, in ms: step and max delay. */
const pauseStep = 100;
const longestPause = 2_000;

/** Receives a message, or undefined after an interruption in which messages may have been missed. */
export type Heard = (message: string | undefined) => void;

/** A shared Redis (or Valkey). It is optional at runtime: it may disconnect and return at any time. */
export interface SharedRedis {
  /** Runs commands, within `ask`. They fail at once while disconnected, and have no time limit of their own. */
  readonly commands: Redis;
  /** Waits 250 ms at most for the answer to a command; then it rejects, and the log says so once. */
  ask<Answer>(command: () => Promise<Answer>): Promise<Answer>;
  /** Sends a message to every subscribed process; it is lost while disconnected. */
  publish(channel: string, message: string): void;
  /** Calls `heard` for every message of a channel, and with undefined after each interruption. */
  subscribe(channel: string, heard: Heard): void;
  /** Rejects if the server does not answer. */
  ping(): Promise<void>;
  /** Sends pending messages, then closes the connections. */
  close(): Promise<void>;
}

/** The URL of Redis, and the handler for one sentence when it disconnects and one when it returns. */
export interface RedisSettings {
  /** `redis://…`, or `rediss://…` with TLS. */
  readonly url: string;
  readonly onNotice: (message: string) => void;
}

/** Connects at once and reconnects with back-off. Never throws and never waits: Redis may be unreachable at start. */
export function connectRedis({ url, onNotice }: RedisSettings): SharedRedis {
  const options = {
    lazyConnect: true,
    connectTimeout,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt: number) => Math.min(attempt * pauseStep, longestPause),
    connectionName: 'parley',
    // RESP2: every Redis, Valkey and proxy supports it.
    protocol: 2,
  } satisfies RedisOptions;
  const commands = new Redis(url, { ...options, enableOfflineQueue: false });
  const { silent, answered } = logConnection(commands, onNotice);
  const firstAttempt = connectSoon(commands);
  const sending = new Set<Promise<void>>();
  let subscriber: Redis | undefined;
  const channels = new Map<string, Heard[]>();

  /** Subscribes on a ready connection, then reports an interruption, because earlier messages were missed. */
  const hear = (redis: Redis, names: readonly string[]) => {
    if (redis.status !== 'ready' || names.length === 0) return;
    const resumed = () => {
      for (const name of names) for (const heard of channels.get(name) ?? []) heard(undefined);
    };
    redis.subscribe(...names).then(resumed, () => redis.disconnect(true));
  };
  const listen = (): Redis => {
    const redis = new Redis(url, { ...options, autoResubscribe: false });
    // The `commands` connection logs the loss.
    redis.on('error', () => {});
    redis.on('ready', () => hear(redis, [...channels.keys()]));
    redis.on('message', (channel: string, message: string) => {
      for (const heard of channels.get(channel) ?? []) heard(message);
    });
    void connectSoon(redis);
    return redis;
  };

  return {
    commands,
    ask: async (command) => {
      const answer = await inTime(command(), silent);
      answered();
      return answer;
    },
    publish: (channel, message) => {
      const sent: Promise<void> = firstAttempt
        .then(() => inTime(commands.publish(channel, message)))
        .catch(() => {
          // Lost: subscribers are called after the interruption.
        })
        .then(() => void sending.delete(sent));
      sending.add(sent);
    },
    subscribe: (channel, heard) => {
      const known = channels.get(channel);
      channels.set(channel, [...(known ?? []), heard]);
      subscriber ??= listen();
      hear(subscriber, [channel]);
    },
    ping: async () => {
      await inTime(commands.ping());
    },
    close: async () => {
      subscriber?.disconnect();
      await Promise.all(sending);
      await inTime(commands.quit()).catch(() => commands.disconnect());
    },
  };
}

/**
 * Starts the first connection attempt, because commands don't start it without an offline queue. Resolves when it has
 * succeeded or failed.
 */
function connectSoon(redis: Redis): Promise<void> {
  return redis.connect().catch(() => {
    // The error event was handled, and the next attempt is scheduled.
  });
}

/**
 * Rejects if there is no answer in time, after it has called `late`. An answer that has arrived counts, even if this
 * process was too busy to read it: the time is over only after it has read what is there.
 */
function inTime<Answer>(answer: Promise<Answer>, late: () => void = () => {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let reading: NodeJS.Immediate | undefined;
    const fail = () => {
      late();
      reject(new Error(`Redis gave no answer in ${answerTimeout} ms.`));
    };
    // Timers run before the sockets are read, and immediates after that.
    const timer = setTimeout(() => {
      reading = setImmediate(fail);
    }, answerTimeout);
    const settled = () => {
      clearTimeout(timer);
      clearImmediate(reading);
    };
    answer.then(resolve, reject).finally(settled);
  });
}

/** Logs when the server disconnects or falls silent, and when it answers again, once each. */
function logConnection(redis: Redis, onNotice: (message: string) => void) {
  let away = false;
  let reason = 'the connection was closed';
  const lost = () => {
    if (away) return;
    away = true;
    onNotice(`Redis cannot be reached (${reason}): each process counts rate limits by itself until Redis is back.`);
  };
  redis.on('error', (error: Error) => {
    reason = error.message;
  });
  redis.on('reconnecting', lost);
  const back = () => {
    if (away) onNotice('Redis can be reached again.');
    away = false;
    reason = 'the connection was closed';
  };
  redis.on('ready', back);
  return {
    silent: () => {
      reason = `no answer in ${answerTimeout} ms`;
      lost();
    },
    answered: back,
  };
}
