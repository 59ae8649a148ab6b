import type { Actor } from '../../../../access/actor.ts';
import type { Free } from '../../../../access/limits/concurrency.ts';
import type { Slots } from '../../../../access/limits/slots.ts';
import { AppError } from '../../../../errors.ts';
import { createLiveReply, type LiveReply } from '../../../../replies/live-reply.ts';
import { pace } from '../../../../scheduling/pace.ts';
import type { TurnRequest } from '../../../../writing/turn.ts';
import { runNeedsOf, runTurn } from '../run.ts';
import type { TurnNeeds } from '../turn.ts';
import { createCheckpoints } from './checkpoints.ts';

export type TurnRegistry = ReturnType<typeof createRegistry>;

interface Running {
  readonly reply: LiveReply;
  readonly agent: string;
  readonly done: Promise<void>;
}

/** Dependencies of the registry. */
export interface RegistryNeeds extends TurnNeeds {
  readonly slots: Slots;
  /** Duration of a turn's lease without renewal, in ms. */
  readonly leaseMs: number;
  /** Tells other processes that a reply was ended, or it, its agent or its workspace deleted; best effort. */
  stopElsewhere(id: string): void;
}

/** Creates the registry of the turns that run in this process. `run` runs one of them. */
export function createRegistry(needs: RegistryNeeds, run = runTurn) {
  const running = new Map<string, Running>();
  const checkpoints = createCheckpoints(needs);
  const runNeeds = runNeedsOf({ ...needs, checkpoint: checkpoints.store });
  let draining = false;

  /**
   * Resolves once the turn has released its model. Paced: a thousand ends at the same time would hold up all other
   * requests.
   */
  const stop = async ({ reply, done }: Running, why: 'cancelled' | 'gone'): Promise<void> => {
    await pace.due();
    reply.stop(why);
    await done;
  };

  /** Stops the turns of a reply, an agent or a workspace here; resolves once they have released their models. */
  const stopHere = async (id: string): Promise<void> => {
    const found = [...running.values()].filter(({ reply, agent }) => [reply.id, agent, reply.workspace].includes(id));
    await Promise.all(found.map((each) => stop(each, 'gone')));
  };

  return {
    /**
     * Takes the slot of a turn, before anything of the turn is stored. Throws `too_many_concurrent` or `unavailable` if
     * no further turn can start. The caller must pass the slot on to `start`, or free it.
     */
    makeRoom: async (actor: Actor, workspace: string): Promise<Free> => {
      if (draining) throw new AppError('unavailable', 'The server is shutting down.', { retryAfter: 2 });
      return needs.slots.take(actor, [workspace], 'replies');
    },

    /** Starts a turn whose reply is stored as `streaming`; `free` frees its slot at its end. */
    start: (request: TurnRequest, free: Free): void => {
      const { replyId, conversation, workspace, agent } = request;
      const reply = createLiveReply({ id: replyId, conversation, workspace }, request.resumed);
      checkpoints.watch(reply);
      const done = run(runNeeds, request, reply)
        .catch(needs.onError)
        .finally(() => {
          checkpoints.forget(reply);
          running.delete(replyId);
          reply.end();
          free();
        });
      running.set(replyId, { reply, done, agent: agent.id });
      if (draining) reply.stop('interrupted');
    },

    find: (replyId: string): LiveReply | undefined => running.get(replyId)?.reply,

    /**
     * Stops the turn of a reply and resolves once its end is stored; false if it doesn't run here. If the reply is
     * gone, tells the process that runs it.
     */
    stop: async (replyId: string, why: 'cancelled' | 'gone'): Promise<boolean> => {
      const found = running.get(replyId);
      if (found !== undefined) await stop(found, why);
      else if (why === 'gone') needs.stopElsewhere(replyId);
      return found !== undefined;
    },

    /** Stops the turns of an agent or a workspace that was deleted; resolves once those of this process have ended. */
    stopOf: async (id: string): Promise<void> => {
      needs.stopElsewhere(id);
      await stopHere(id);
    },

    /** Stops the turns of this process whose reply, agent or workspace another process has ended or deleted. */
    stopHere,

    /** Accepts no further turns; waits up to `limitMs` for running ones, then ends them with the text so far. */
    drain: async (limitMs: number): Promise<void> => {
      draining = true;
      const timer = setTimeout(() => {
        for (const { reply } of running.values()) reply.stop('interrupted');
      }, limitMs);
      await Promise.all([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
      checkpoints.close();
    },
  };
}
