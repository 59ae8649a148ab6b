/** A part of a run. */
export interface Phase {
  readonly name: string;
  /** The neighbours that run in it; none while the tenant is alone. */
  readonly neighbours: readonly string[];
  readonly seconds: number;
}

/** Below this many seconds for an engine, trends and times say nothing about the service. */
export const shortestJudged = 600;

/** Duration of a neighbour's turn in a long run, in seconds. */
const turnSeconds = 5;

/** The name of the phase in which all neighbours run together. */
export const together = 'all at once';

/** The name of the first phase. */
export const alone = 'alone';

/**
 * The phases of a run: first the tenant alone, then beside one neighbour after another, so that the cause of a slowdown
 * has a name. In a long run they take turns in rounds, and each round ends with all of them together.
 */
export function phasesOf(seconds: number, neighbours: readonly string[]): Phase[] {
  const isShort = seconds < shortestJudged;
  const aloneSeconds = isShort ? seconds / 6 : Math.min(seconds / 8, 240);
  const rest = seconds - aloneSeconds;
  const turns = neighbours.map((name) => ({ name, neighbours: [name] }));
  const round = isShort || neighbours.length === 1 ? turns : [...turns, { name: together, neighbours }];
  const duration = isShort ? rest / round.length : turnSeconds;
  const rounds = Math.max(1, Math.round(rest / (round.length * duration)));
  const phases = round.map((turn) => ({ ...turn, seconds: duration }));
  return [
    { name: alone, neighbours: [], seconds: aloneSeconds },
    ...Array.from({ length: rounds }, () => phases).flat(),
  ];
}
