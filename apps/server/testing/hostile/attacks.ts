import { createContext, Script } from 'node:vm';
import fc from 'fast-check';

/** Length of an attack in characters: three times the limit of all headers together. */
const length = 50_000;

/** A search that takes longer than this is aborted, in milliseconds: it would never end. */
const hopeless = 1_000;

/** Examples of what a regular expression matches. Their parts are repeated, because loops can follow other parts. */
const examples = 6;

/** Suffixes of attacks: characters that hardly any pattern matches. */
const endings = ['\u0000', '!\n'];

/** A regular expression and its slowest attack. */
export interface Weakness {
  readonly milliseconds: number;
  readonly attack: string;
}

interface Attack {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

/**
 * The slowest attack on a regular expression. Attacks repeat its characters, pairs of characters and words, and parts
 * of texts that it matches. A suffix that doesn't match follows. This finds nested loops (exponential time) and
 * consecutive loops (quadratic time).
 */
export function worstAttack(regex: RegExp, seed: number): Weakness {
  const attacks = [...bluntAttacks(regex), ...fineAttacks(regex, seed)];
  const plain = new RegExp(regex.source, regex.flags.replace('g', ''));
  const state: State = { regex: plain, attacks, length, clock: performance, at: 0, runs: 0, times: [] };
  const context = createContext(state);
  while (state.at < attacks.length && state.times[state.at] !== Number.POSITIVE_INFINITY) {
    try {
      search.runInContext(context, { timeout: hopeless });
    } catch {
      // The total time is used up; only an attack that took all of it is hopeless.
      if (state.runs === 0) state.times[state.at] = Number.POSITIVE_INFINITY;
    }
  }
  const milliseconds = Math.max(...state.times);
  return { milliseconds, attack: inWords(attacks[state.times.indexOf(milliseconds)]) };
}

/** The state shared with the search in the other context. */
interface State {
  readonly regex: RegExp;
  readonly attacks: readonly Attack[];
  readonly length: number;
  readonly clock: { now(): number };
  /** The current attack, and how many have finished since the search was last resumed. */
  at: number;
  runs: number;
  /** Duration by attack, in milliseconds. */
  readonly times: number[];
}

/** Slow attacks are repeated and the shortest counts, because the machine has other work. */
const search = new Script(`
  for (runs = 0; at < attacks.length; at += 1, runs += 1) {
    const { before, unit, after } = attacks[at];
    const text = before + unit.repeat(Math.ceil(length / unit.length)) + after;
    let shortest = Infinity;
    for (let run = 0; run < 3 && shortest > 10; run += 1) {
      const started = clock.now();
      regex.test(text);
      shortest = Math.min(shortest, clock.now() - started);
    }
    times[at] = shortest;
  }
`);

const inWords = (attack: Attack = { before: '', unit: '', after: '' }) =>
  `${JSON.stringify(attack.before)} + ${JSON.stringify(attack.unit)} × n + ${JSON.stringify(attack.after)}`;

function bluntAttacks({ source }: RegExp): Attack[] {
  const words = source.match(/[A-Za-z]{2,}/g) ?? [];
  const characters = [...new Set([...source.replace(/\\[a-zA-Z]/g, ''), 'a', 'A', '0', ' ', '\n', '_', '@', '.', 'é'])];
  const pairs = characters.flatMap((first) => characters.map((second) => first + second));
  const alone = [...characters, ...pairs, ...words].map((unit) => ({ before: '', unit }));
  // A loop may follow a word, and a pattern with look-around has no examples that would show it.
  const behindWords = words.flatMap((before) => characters.map((unit) => ({ before, unit })));
  return [...alone, ...behindWords].flatMap((attack) => endings.map((after) => ({ ...attack, after })));
}

function fineAttacks(regex: RegExp, seed: number): Attack[] {
  return matchesOf(regex, seed).flatMap((example) =>
    Array.from({ length: example.length }, (_, start) => [1, 2, 3].map((size) => [start, start + size] as const))
      .flat()
      .filter(([, end]) => end <= example.length)
      .flatMap(([start, end]) => {
        const unit = example.slice(start, end);
        return endings.map((after) => ({ before: example.slice(0, start), unit, after: example.slice(end) + after }));
      }),
  );
}

/** Some short texts that the regular expression matches, if fast-check can generate them. */
function matchesOf({ source, flags }: RegExp, seed: number): string[] {
  try {
    const texts = fc.stringMatching(new RegExp(source, flags.replace(/[gim]/g, '')), { size: '-1' });
    return fc.sample(texts, { seed, numRuns: examples }).map((text) => text.slice(0, 40));
  } catch {
    // Look-around can't be generated; only the simple attacks apply.
    return [];
  }
}
