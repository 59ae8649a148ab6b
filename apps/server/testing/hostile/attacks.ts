import { createContext, Script } from 'node:vm';
import fc from 'fast-check';

/** The length of an attack, in characters: three times what all headers together may have. */
const length = 50_000;

/** After so many milliseconds a search is broken off: it would not have ended. */
const hopeless = 1_000;

/** Examples of what a regular expression matches: their parts are repeated, since loops lie behind what leads to them. */
const examples = 6;

/** What ends attacks: characters that hardly any pattern takes. */
const endings = ['\u0000', '!\n'];

/** A regular expression, and the attack that took it longest. */
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
 * The attack that takes a regular expression longest. Attacks repeat each character and each pair of characters that
 * it names, each of its words, and each part of some texts that it matches, and spoil the end: so they find loops in
 * loops (which take for ever) and loops behind loops (which take the square of the length).
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
      // The time of all together is up: there is no hope only where one attack took all of it.
      if (state.runs === 0) state.times[state.at] = Number.POSITIVE_INFINITY;
    }
  }
  const milliseconds = Math.max(...state.times);
  return { milliseconds, attack: inWords(attacks[state.times.indexOf(milliseconds)]) };
}

/** What the search in the other context works on. */
interface State {
  readonly regex: RegExp;
  readonly attacks: readonly Attack[];
  readonly length: number;
  readonly clock: { now(): number };
  /** The attack under way, and how many were finished since the search was last taken up. */
  at: number;
  runs: number;
  /** By attack, in milliseconds. */
  readonly times: number[];
}

/** Several times where one was long, and the shortest counts: the machine has other things to do. */
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
  // A loop may stand behind a word, and what has a look-around has no examples that would show it.
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

/** Some short texts that the regular expression matches, as far as fast-check can make such. */
function matchesOf({ source, flags }: RegExp, seed: number): string[] {
  try {
    const texts = fc.stringMatching(new RegExp(source, flags.replace(/[gim]/g, '')), { size: '-1' });
    return fc.sample(texts, { seed, numRuns: examples }).map((text) => text.slice(0, 40));
  } catch {
    // Look-arounds and the like can't be generated; the blunt attacks have to do.
    return [];
  }
}
