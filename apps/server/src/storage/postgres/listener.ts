import type { Connection } from './driver.ts';

/** The exponential back-off between connection attempts, in ms: first and max delay. */
const firstPause = 100;
const longestPause = 5_000;

/** The interval of liveness probes, and the timeout of their answer, in ms. */
const probeInterval = 30_000;
const maxSilence = 10_000;

/** The settings of a listener. */
export interface ListenerSettings {
  /** The channel: lower-case letters and underscores only. */
  readonly channel: string;
  /** Called for each notification, and after each interruption, because notifications may have been missed. */
  readonly heard: () => void;
  connect(onEnd: (error?: Error) => void): Promise<Connection>;
}

/** A listener on a channel. */
export interface Listener {
  close(): Promise<void>;
}

/** Listens to a channel on a dedicated connection (LISTEN), and reconnects whenever it is lost. */
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
