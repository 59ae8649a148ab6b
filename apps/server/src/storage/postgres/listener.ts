import type { Connection } from './driver.ts';

/** The waits before further attempts to connect, in milliseconds: they double from the first to the longest. */
const firstPause = 100;
const longestPause = 5_000;

/** How often a silent connection is asked whether it is still one, and how long it may owe the answer, in milliseconds. */
const probeInterval = 30_000;
const maxSilence = 10_000;

/** What a listener is made from. */
export interface ListenerSettings {
  /** The channel, a plain lower-case word. */
  readonly channel: string;
  /** Called for each notification, and after each interruption, in which one may have been missed. */
  readonly heard: () => void;
  connect(onEnd: (error?: Error) => void): Promise<Connection>;
}

/** Somebody who listens. */
export interface Listener {
  close(): Promise<void>;
}

/** Listens on a connection of its own (LISTEN), and connects again whenever that is lost. */
export function createListener({ channel, heard, connect }: ListenerSettings): Listener {
  let connection: Connection | undefined;
  let pause = firstPause;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let starting = Promise.resolve();

  const listen = async () => {
    const opened = await connect(again);
    if (closed) return opened.close();
    connection = opened;
    opened.onNotification(heard);
    await opened.command(`listen ${channel}`);
    pause = firstPause;
    heard();
  };
  const start = () => {
    starting = listen().catch(() => {
      if (connection === undefined) again();
      else connection.destroy();
    });
  };
  const again = () => {
    connection = undefined;
    if (closed) return;
    timer = setTimeout(start, pause);
    timer.unref();
    pause = Math.min(pause * 2, longestPause);
  };
  const probe = setInterval(() => {
    const opened = connection;
    if (opened === undefined) return;
    const deadline = setTimeout(() => opened.destroy(), maxSilence);
    deadline.unref();
    opened.command('select 1').then(
      () => clearTimeout(deadline),
      () => opened.destroy(),
    );
  }, probeInterval);
  probe.unref();
  start();

  return {
    close: async () => {
      closed = true;
      clearInterval(probe);
      clearTimeout(timer);
      await starting;
      await connection?.close();
    },
  };
}
