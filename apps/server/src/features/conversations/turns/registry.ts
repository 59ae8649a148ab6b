import { AppError } from '../../../errors.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createLiveTurn, type LiveTurn } from './live-reply.ts';
import { type TurnNeeds, type TurnRequest, takeTurn } from './run.ts';

/** The most answers that one process writes at once. */
const maxTurns = 5_000;

export type Turns = ReturnType<typeof createTurns>;

interface Running {
  readonly turn: LiveTurn;
  readonly agent: string;
  readonly done: Promise<void>;
}

/** The turns that run in this process. */
export function createTurns(needs: TurnNeeds & { stopElsewhere(message: string): void }) {
  const running = new Map<string, Running>();
  const checkpoints = createCheckpoints(needs);
  let draining = false;

  return {
    /** Throws `unavailable` where no further turn can begin: call it before anything of one is stored. */
    makeRoom: (): void => {
      if (!draining && running.size < maxTurns) return;
      const why = draining ? 'The server is shutting down.' : 'Too many answers are being written at this moment.';
      throw new AppError('unavailable', why, { retryAfter: 2 });
    },

    /** Begins a turn whose answer is stored as `streaming`. */
    start: (request: TurnRequest): void => {
      const turn = createLiveTurn(request);
      checkpoints.watch(turn);
      const done = takeTurn(needs, request, turn)
        .catch(needs.onError)
        .finally(() => {
          checkpoints.forget(turn);
          running.delete(request.message);
          turn.end();
        });
      running.set(request.message, { turn, done, agent: request.agent.id });
      if (draining) turn.stop('interrupted');
    },

    find: (message: string): LiveTurn | undefined => running.get(message)?.turn,

    /**
     * Stops an answer and resolves when that is stored; false where it isn't written here. Then whoever writes it is
     * told of one that is gone.
     */
    stop: async (message: string, why: 'cancelled' | 'gone'): Promise<boolean> => {
      const found = running.get(message);
      if (found === undefined && why === 'gone') needs.stopElsewhere(message);
      found?.turn.stop(why);
      await found?.done;
      return found !== undefined;
    },

    /** Stops the answers of an agent that was deleted, and resolves when they have let go of their models. */
    stopOfAgent: async (agent: string): Promise<void> => {
      const found = [...running.values()].filter((each) => each.agent === agent);
      for (const { turn } of found) turn.stop('gone');
      await Promise.all(found.map(({ done }) => done));
    },

    /** Takes no more turns; lets those that run go on for some milliseconds, then ends them with the text they have. */
    drain: async (milliseconds: number): Promise<void> => {
      draining = true;
      const timer = setTimeout(() => {
        for (const { turn } of running.values()) turn.stop('interrupted');
      }, milliseconds);
      await Promise.all([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
      checkpoints.close();
    },
  };
}
