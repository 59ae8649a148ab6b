import { type Actor, demand, lineOf, type Reach, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { AppError, invalid } from '../../errors.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { sourceLimits } from '../../schemas/source-limits.ts';
import type { Database } from '../../storage/database.ts';
import type { Job } from '../../storage/jobs/kind.ts';
import { sweep } from '../../storage/jobs/sweep.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import type { AnsweredQuestion, UnansweredAnswer, UnansweredQuery } from './schema.ts';
import * as store from './unanswered-store.ts';

const day = 24 * 60 * 60 * 1000;

/** Default period of a list, and retention of questions, in ms. */
const shownFor = 30 * day;
const keptFor = 90 * day;

/** The name of the source that is created for the first answer. */
const sourceName = 'Answers';

/** Something that was created. */
interface Created {
  readonly _id: string;
}

/** Writes the pairs of `qa` sources. */
export interface PairWriter {
  /** Adds a pair to a `qa` source of the actor's. */
  addPair(
    actor: Actor,
    added: { readonly source: string; readonly pair: { readonly question: string; readonly answer: string } },
    along: Along<Created>,
  ): Promise<Created>;
  /** Creates a `qa` source without pairs. */
  createSource(
    actor: Actor,
    draft: { readonly workspaceId: string; readonly type: 'qa'; readonly name: string },
    along: Along<Created>,
  ): Promise<Created>;
}

/** Dependencies of unanswered questions. */
export interface UnansweredNeeds {
  readonly db: Database;
  readonly now: () => number;
  findAgent(reach: Reach, id: string): Promise<{ readonly workspace: string } | undefined>;
  /** Returns the statements that attach a source to an agent, at the end; they throw if the agent is gone. */
  attachSource(
    actor: Actor,
    workspace: string,
    of: { readonly agent: string; readonly source: string },
  ): readonly Statement[];
  readonly pairs: PairWriter;
  readonly record: RecordEvent;
}

/** A question of an agent. */
export interface OneQuestion {
  readonly agent: string;
  readonly id: string;
}

/** The pair that answers a question, and its workspace. */
export type Answered = AnsweredQuestion & { readonly workspace: string };

/** Query of a list, and the answer that waits for it. */
interface Listing {
  readonly query: UnansweredQuery;
  readonly awaited?: AwaitedAnswer | undefined;
}

/** An answer, and what is committed with it. */
interface Answering {
  readonly draft: UnansweredAnswer;
  readonly along?: Along<Answered>;
}

export type Unanswered = ReturnType<typeof createUnanswered>;

const noQuestion = () => new AppError('question_not_found', 'There is no such open question.');

/** The questions that agents could not answer: they are listed, and answered by a pair or dismissed. */
export function createUnanswered({ db, now, findAgent, attachSource, pairs, record }: UnansweredNeeds) {
  /** Gets the workspace of an agent within reach. Throws `agent_not_found` or `insufficient_role`. */
  const workspaceOf = async (actor: Actor, permission: Permission, id: string): Promise<string> => {
    const agent = await findAgent(reachOf(actor), id);
    if (agent === undefined) throw new AppError('agent_not_found', 'There is no such agent.');
    demand(actor, permission, agent.workspace);
    return agent.workspace;
  };

  const find = async (actor: Actor, { agent, id }: OneQuestion) => {
    const workspace = await workspaceOf(actor, 'agents:write', agent);
    const question = await store.find(db, workspace, { agent, id });
    if (question === undefined) throw noQuestion();
    return { workspace, ...question };
  };

  /** The `qa` source that gets an answer: the one named, the agent's first one, or a new one. */
  const sourceFor = async (
    actor: Actor,
    workspace: string,
    { agent, source }: { agent: string; source: string | undefined },
  ) => {
    const found = await store.findQaSource(db, workspace, { agent, source });
    if (found !== undefined) return found;
    if (source !== undefined) throw invalid([{ path: 'sourceId', message: 'is not a qa source of this agent' }]);
    const draft = { workspaceId: workspace, type: 'qa', name: sourceName } as const;
    // In a unit of its own: if the process dies after it, the next answer finds the source.
    const made = await pairs.createSource(actor, draft, ({ _id }) =>
      attachSource(actor, workspace, { agent, source: _id }),
    );
    return made._id;
  };

  return {
    /** Reads a page as JSON text. Always a scan: nothing bounds how many questions an agent can't answer. */
    list: async (actor: Actor, agent: string, { query, awaited }: Listing): Promise<string> => {
      const workspace = await workspaceOf(actor, 'conversations:read', agent);
      const since = query.since === undefined ? now() - shownFor : Date.parse(query.since);
      const narrow = 'Set a later `since`, or leave out includeTotal.';
      return store.list(withScans(db, { account: lineOf(actor), awaited, narrow }), workspace, { agent, since, query });
    },

    /** Answers a question and all that ask the same by a new pair. Throws `question_not_found`. */
    answer: async (
      actor: Actor,
      { agent, id }: OneQuestion,
      { draft: { answer, question, sourceId }, along = nothingAlong }: Answering,
    ): Promise<Answered> => {
      const { workspace, key, ...asked } = await find(actor, { agent, id });
      const source = await sourceFor(actor, workspace, { agent, source: sourceId });
      const pair = { question: question ?? asked.question.slice(0, sourceLimits.question).toWellFormed(), answer };
      const made = await pairs.addPair(actor, { source, pair }, ({ _id }) => [
        ...store.settleAll(db, workspace, { agent, id, key, pair: _id, now: now() }, noQuestion),
        record(actor, { type: 'question.answered', workspace, data: { agent, question: id, source, pair: _id } }),
        ...along({ source, pair: _id, workspace }),
      ]);
      return { source, pair: made._id, workspace };
    },

    /** Dismisses a question and all that ask the same. Throws `question_not_found`. */
    dismiss: async (actor: Actor, { agent, id }: OneQuestion): Promise<void> => {
      const { workspace, key } = await find(actor, { agent, id });
      await db.write({
        settled: store.settleAll(db, workspace, { agent, id, key, pair: null, now: now() }, noQuestion),
        event: record(actor, { type: 'question.dismissed', workspace, data: { agent, question: id } }),
      });
    },
  };
}

/** The job that deletes questions past their retention, open or settled. */
export const questionRetention = (db: Database): Job =>
  sweep({
    name: 'unanswered_questions.expired',
    pattern: '40 * * * *',
    find: (now) => store.olderThan(db, now - keptFor),
    remove: (ids) => store.removeAll(db, ids),
  });
