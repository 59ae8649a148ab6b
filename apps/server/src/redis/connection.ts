import { Redis, type RedisOptions } from 'ioredis';

/** How long connecting and an answer may take, in milliseconds. Every request waits for one, so they are short. */
const connectTimeout = 2_000;
const answerTimeout = 250;

/** The waits before further attempts to connect, in milliseconds: longer with each attempt, up to the longest. */
const pauseStep = 100;
const longestPause = 2_000;

/** What comes from Redis: a message, or undefined after an interruption in which messages may have been missed. */
export type Heard = (message: string | undefined) => void;

/** Redis (or Valkey), which the processes share and none depends on: it may go away and come back at any time. */
export interface SharedRedis {
  /** For commands, within `ask`. They fail at once while the server is away, and wait for an answer without end. */
  readonly commands: Redis;
  /** Waits for the answer to a command, a quarter of a second at most; then it rejects and tells the log, once. */
  ask<Answer>(command: () => Promise<Answer>): Promise<Answer>;
  /** Sends a message to every process that has subscribed; lost where the server is away. */
  publish(channel: string, message: string): void;
  /** Calls back for every message of a channel, and after each interruption. */
  subscribe(channel: string, heard: Heard): void;
  /** Rejects where the server gives no answer now. */
  ping(): Promise<void>;
  /** Sends what was published, then ends the connections. */
  close(): Promise<void>;
}

/** Where Redis is, and who hears when it goes away and when it is back: once each, in one sentence. */
export interface RedisSettings {
  /** `redis://…`, or `rediss://…` with TLS. */
  readonly url: string;
  readonly onNotice: (message: string) => void;
}

/** Connects when it is first used, and from then on again and again: nothing waits for it and nothing fails by it. */
export function connectRedis({ url, onNotice }: RedisSettings): SharedRedis {
  const options = {
    lazyConnect: true,
    connectTimeout,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt: number) => Math.min(attempt * pauseStep, longestPause),
    connectionName: 'parley',
    // Every Redis, Valkey and proxy speaks it.
    protocol: 2,
  } satisfies RedisOptions;
  const commands = new Redis(url, { ...options, enableOfflineQueue: false });
  const { silent, answered } = tellOfLoss(commands, onNotice);
  const firstAttempt = connectSoon(commands);
  const sending = new Set<Promise<void>>();
  let subscriber: Redis | undefined;
  const channels = new Map<string, Heard[]>();

  /** Subscribes on a connection that is there; what was missed before is told as an interruption. */
  const hear = (redis: Redis, names: readonly string[]) => {
    if (redis.status !== 'ready' || names.length === 0) return;
    const resumed = () => {
      for (const name of names) for (const heard of channels.get(name) ?? []) heard(undefined);
    };
    redis.subscribe(...names).then(resumed, () => redis.disconnect(true));
  };
  const listen = (): Redis => {
    const redis = new Redis(url, { ...options, autoResubscribe: false });
    // The other connection tells the log.
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
          // Lost: whoever subscribes is called back after the interruption.
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
 * Makes the first attempt to connect, which a command does not make where there is no queue for it; resolves when
 * that has succeeded or failed.
 */
function connectSoon(redis: Redis): Promise<void> {
  return redis.connect().catch(() => {
    // The error has been told, and the next attempt is under way.
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

/** Tells the log when the server goes away or falls silent, and when it answers again: once each. */
function tellOfLoss(redis: Redis, onNotice: (message: string) => void) {
  let away = false;
  let reason = 'the connection was closed';
  const lost = () => {
    if (away) return;
    away = true;
    onNotice(`Redis can not be reached (${reason}): each process counts rate limits by itself until it is back.`);
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
