import pLimit from 'p-limit';
import { type ModelCall, ModelError } from '../models/model.ts';
import { storable } from '../replies/live-reply.ts';
import type { CallOutcome, ToolCallPart, ToolResultPart } from '../schemas/message-parts.ts';
import { unknownOutcome } from '../tools/unknown-outcome.ts';
import {
  type AidLimits,
  AidTimeout,
  runAid,
  type ToolEffect,
  type ToolOutput,
  type ToolRun,
  type TurnAids,
} from './aids.ts';
import { readArguments } from './arguments.ts';
import type { CallRules, MadeCall } from './kept-calls.ts';
import type { VisibleTools } from './visible-tools.ts';

/** Max characters of a result that is too long that are kept. */
const excerpt = 4_000;

/** A call of a tool, and why it can't be run; undefined if it can. */
export interface PendingCall {
  readonly part: ToolCallPart;
  readonly problem: string | undefined;
  /** The rules of its tool; undefined for a tool whose calls aren't kept. */
  readonly rules: CallRules | undefined;
}

/** A call to run: as the model made it, or as its row has it. */
export type RunnableCall = Pick<ToolRun, 'callId' | 'name' | 'arguments' | 'id' | 'rules'>;

/** The result of a call, and how long it took in ms. */
export interface RanCall {
  readonly call: RunnableCall;
  readonly part: ToolResultPart & { readonly status: CallOutcome };
  readonly latencyMs: number;
  readonly effect: ToolEffect | undefined;
}

/** The dependencies of the tool calls of one reply. */
export interface ToolCallNeeds {
  readonly runTool: TurnAids['runTool'];
  readonly newId: (() => string) | undefined;
  readonly tools: VisibleTools;
  readonly limits: AidLimits;
  /** The turn that the tools work for. Its signal ends it. */
  readonly turn: Omit<ToolRun, keyof RunnableCall>;
  readonly replyId: string;
  onError(error: unknown): void;
}

export type ToolCalls = ReturnType<typeof createToolCalls>;

/** Reads and runs the tool calls of one reply. */
export function createToolCalls({ runTool, newId, tools, limits, turn, replyId, onError }: ToolCallNeeds) {
  const ids = new Set<string>();
  let all = limits.toolCharacters;
  let room = all;
  let invalid = 0;

  /** The provider's ID, unless it is used or no provider would accept it: some count from 0 in each response. */
  const idOf = (given: string): string => {
    const isUsable = /^[A-Za-z0-9_-]{1,64}$/.test(given) && !ids.has(given);
    const id = isUsable ? given : `${replyId.replace('msg', 'call')}_${ids.size + 1}`;
    ids.add(id);
    return id;
  };

  /** Counts what is wrong with arguments. Throws a `ModelError` if the model makes too many mistakes. */
  const counted = (wrong: string | undefined): string | undefined => {
    if (wrong !== undefined) invalid += 1;
    if (invalid <= limits.invalidCalls) return wrong;
    throw new ModelError('broken', `it called tools with invalid arguments ${invalid} times`);
  };

  const output = async (call: RunnableCall): Promise<ToolOutput> => {
    const { name } = call;
    try {
      return await runAid(turn.signal, limits.callMs, async (signal) => {
        const found = tools.search(name, call.arguments);
        if (found !== undefined) return found;
        const own = tools.find(name)?.run ?? runTool;
        return own === undefined ? noTool(name, tools) : own({ ...turn, ...call, signal });
      });
    } catch (error) {
      turn.signal.throwIfAborted();
      if (error instanceof AidTimeout)
        return late(call.rules, `The tool ${name} did not return within ${limits.callMs / 1_000} seconds.`);
      // Its message may tell what neither the model nor the user may know.
      onError(new Error(`The tool ${name} failed in the reply ${replyId}.`, { cause: error }));
      return failed(`The tool ${name} failed.`);
    }
  };

  /** Takes the room of a result; one without room becomes an error that says so. */
  const bounded = ({ content, isError = false }: ToolOutput, name: string) => {
    const most = Math.max(0, Math.min(limits.resultCharacters, room));
    const text = storable(content);
    const fitting = text.length <= most ? { content: text, isError } : failed(tooLong(text, { name, most }));
    room -= fitting.content.length;
    return fitting;
  };

  /** The part of a call's result. */
  const resultOf = (
    { callId, name }: Pick<RunnableCall, 'callId' | 'name'>,
    output: ToolOutput,
    status: CallOutcome = output.outcome ?? (output.isError === true ? 'failed' : 'completed'),
  ) => {
    const part = { type: 'tool-result', callId, name, ...bounded(output, name) } as const;
    return { ...part, status: status === 'completed' && part.isError ? ('failed' as const) : status };
  };

  return {
    /** Sets the characters of all calls and results of the reply: its model has another context. */
    fit: (toolCharacters: number): void => {
      room += toolCharacters - all;
      all = toolCharacters;
    },
    /** Reads a call, the `index`th of its step. Throws a `ModelError` if the model makes too many calls or mistakes. */
    read: (call: ModelCall, index: number): PendingCall => {
      if (index >= limits.callsPerStep) {
        throw new ModelError('broken', `it called more than ${limits.callsPerStep} tools at once`);
      }
      const name = nameOf(call.name);
      const most = Math.max(0, Math.min(limits.argumentCharacters, room));
      const { value, problem: unreadable } = readArguments(call.arguments, most);
      const tool = tools.find(call.name);
      const wrong = counted(unreadable ?? tool?.problemOf?.(value));
      if (unreadable === undefined) room -= call.arguments.length;
      const problem = tool === undefined ? (wrong ?? noTool(name, tools).content) : wrong;
      const rules = problem === undefined ? tool?.rules : undefined;
      const part = { type: 'tool-call', callId: idOf(call.id), name, arguments: value } as const;
      return { part: rules === undefined ? part : kept(part, rules, newId), problem, rules };
    },
    /** The calls of a step that are kept as rows. */
    made: (calls: readonly PendingCall[], step: number): MadeCall[] =>
      calls.flatMap(({ part, rules }) => {
        const { callId, name, arguments: given, toolCall: id } = part;
        return rules === undefined || id === undefined ? [] : [{ id, callId, name, arguments: given, rules, step }];
      }),
    /** Takes the IDs and the room of a reply that goes on. */
    resume: (
      parts: readonly { readonly type: string; readonly callId?: string; readonly content?: string }[],
    ): void => {
      for (const { callId, content = '' } of parts) {
        if (callId !== undefined) ids.add(callId);
        room -= content.length;
      }
    },
    resultOf,
    /** The result of a call that can't run. */
    refused: ({ part, problem = '' }: PendingCall): ToolResultPart => {
      const { status: _, ...result } = resultOf(part, failed(problem));
      return { ...result, status: 'failed' };
    },
    /** Runs calls side by side and passes on each result. Never fails, unless the turn is stopped. */
    run: async (calls: readonly RunnableCall[], done: (ran: RanCall) => void): Promise<void> => {
      // Made here: most replies call nothing.
      const together = pLimit(limits.callsAtOnce);
      const results = calls.map((call) =>
        together(async () => {
          turn.signal.throwIfAborted();
          const started = performance.now();
          const returned = await output(call);
          const latencyMs = Math.round(performance.now() - started);
          done({ call, part: { ...resultOf(call, returned), latencyMs }, latencyMs, effect: returned.effect });
        }),
      );
      await Promise.all(results);
    },
  };
}

/** The part of a call that has a row of its own. */
const kept = (part: ToolCallPart, { answeredBy }: CallRules, newId: (() => string) | undefined): ToolCallPart => ({
  ...part,
  ...(newId !== undefined && { toolCall: newId() }),
  ...(answeredBy === 'client' && { answeredBy }),
});

const failed = (content: string) => ({ content, isError: true });

/** The output of a call that was given up: it may still have its effect, unless that may happen twice. */
const late = (rules: CallRules | undefined, content: string): ToolOutput =>
  rules === undefined || rules.idempotent
    ? failed(content)
    : { ...failed(`${content} ${unknownOutcome}`), outcome: 'unknown' };

const noTool = (name: string, tools: VisibleTools) =>
  failed(
    `There is no tool ${name}. The tools are: ${tools
      .now()
      .map((tool) => tool.name)
      .join(', ')}.`.slice(0, excerpt),
  );

function tooLong(content: string, { name, most }: { name: string; most: number }): string {
  const { length } = content;
  const why = `The tool ${name} returned ${length} characters; there is room for ${most}.`;
  const beginning = content.slice(0, Math.min(excerpt, most - why.length - 100)).toWellFormed();
  return most < 1_000 ? why : `${why} They begin:\n${beginning}`;
}

/** Providers refuse a prompt with another name. */
const nameOf = (given: string): string => given.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';
