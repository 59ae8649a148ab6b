import pLimit from 'p-limit';
import { type ModelCall, ModelError } from '../../../../models/model.ts';
import { storable } from '../../../../replies/live-reply.ts';
import type { ToolCallPart, ToolResultPart } from '../../../../schemas/message-parts.ts';
import { type AidLimits, AidTimeout, runAid, type ToolRun, type TurnAids } from './aids.ts';

/** Max nesting of arguments. SQLite reads JSON up to 1,000 levels deep. */
const maxDepth = 32;

/** Max characters of a result that is too long that are kept. */
const excerpt = 4_000;

/** A call of a tool, and why it can't be run; undefined if it can. */
export interface PendingCall {
  readonly part: ToolCallPart;
  readonly problem: string | undefined;
}

/** The dependencies of the tool calls of one reply. */
export interface ToolCallNeeds {
  readonly runTool: TurnAids['runTool'];
  readonly names: ReadonlySet<string>;
  readonly limits: AidLimits;
  /** The turn that the tools work for. Its signal ends it. */
  readonly turn: Omit<ToolRun, 'callId' | 'name' | 'arguments'>;
  readonly replyId: string;
  onError(error: unknown): void;
}

export type ToolCalls = ReturnType<typeof createToolCalls>;

/** Reads and runs the tool calls of one reply. */
export function createToolCalls({ runTool, names, limits, turn, replyId, onError }: ToolCallNeeds) {
  const ids = new Set<string>();
  const together = pLimit(limits.callsAtOnce);
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

  const run = async (part: ToolCallPart): Promise<Output> => {
    const { callId, name, arguments: given } = part;
    try {
      const output = await runAid(turn.signal, limits.callMs, async (signal) =>
        runTool === undefined ? noTool(name, names) : runTool({ ...turn, callId, name, arguments: given, signal }),
      );
      return { content: storable(output.content), isError: output.isError ?? false };
    } catch (error) {
      turn.signal.throwIfAborted();
      if (error instanceof AidTimeout)
        return failed(`The tool ${name} did not return within ${limits.callMs / 1_000} seconds.`);
      // Its message may tell what neither the model nor the user may know.
      onError(new Error(`The tool ${name} failed in the reply ${replyId}.`, { cause: error }));
      return failed(`The tool ${name} failed.`);
    }
  };

  /** Takes the room of a result; one without room becomes an error that says so. */
  const bounded = (output: Output, name: string): Output => {
    const most = Math.max(0, Math.min(limits.resultCharacters, room));
    const { length } = output.content;
    const fitting = length <= most ? output : failed(tooLong(output.content, { name, most }));
    room -= fitting.content.length;
    return fitting;
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
      const { value, problem } = readArguments(call.arguments, most);
      if (problem !== undefined) invalid += 1;
      if (invalid > limits.invalidCalls) {
        throw new ModelError('broken', `it called tools with invalid arguments ${invalid} times`);
      }
      if (problem === undefined) room -= call.arguments.length;
      const part = { type: 'tool-call', callId: idOf(call.id), name, arguments: value } as const;
      return { part, problem: problem ?? (names.has(call.name) ? undefined : noTool(name, names).content) };
    },
    /** Runs calls side by side and passes on each result. Never fails, unless the turn is stopped. */
    run: async (calls: readonly PendingCall[], done: (result: ToolResultPart) => void): Promise<void> => {
      const results = calls.map(({ part, problem }) =>
        together(async () => {
          turn.signal.throwIfAborted();
          const output = problem === undefined ? await run(part) : failed(problem);
          const { callId, name } = part;
          done({ type: 'tool-result', callId, name, ...bounded(output, name) });
        }),
      );
      await Promise.all(results);
    },
  };
}

interface Output {
  readonly content: string;
  readonly isError: boolean;
}

const failed = (content: string): Output => ({ content, isError: true });

const noTool = (name: string, names: ReadonlySet<string>): Output =>
  failed(`There is no tool ${name}. The tools are: ${[...names].join(', ')}.`.slice(0, excerpt));

function tooLong(content: string, { name, most }: { name: string; most: number }): string {
  const { length } = content;
  const why = `The tool ${name} returned ${length} characters; there is room for ${most}.`;
  const beginning = content.slice(0, Math.min(excerpt, most - why.length - 100)).toWellFormed();
  return most < 1_000 ? why : `${why} They begin:\n${beginning}`;
}

/** Providers refuse a prompt with another name. */
const nameOf = (given: string): string => given.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';

/** Parses the arguments of a call. No arguments are an empty object. */
function readArguments(text: string, most: number): { value: ToolCallPart['arguments']; problem?: string } {
  if (text.trim() === '') return { value: {} };
  if (text.length > most) {
    return { value: {}, problem: `The arguments have ${text.length} characters; at most ${most} are allowed.` };
  }
  const problem = (what: string) => ({ value: {}, problem: `${what}: ${storable(text.slice(0, excerpt))}` });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('The arguments are not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem('The arguments are not a JSON object');
  }
  if (depthOf(value, maxDepth) > maxDepth) return problem(`The arguments are nested more than ${maxDepth} levels deep`);
  return { value: toStorable(value) as ToolCallPart['arguments'] };
}

/** The nesting of a value, counted up to one more than `most`. */
function depthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || most < 0) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, each) => Math.max(deepest, depthOf(each, most - 1)), 0);
}

/** Makes every text in a value storable. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), toStorable(each)]));
}
