import { isNativeError } from 'node:util/types';
import { type Context, createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { isComplete } from '../memory/level.ts';

/** Length of an attack in characters: three times the limit of all headers together. */
const length = 50_000;

/**
 * Length at which attacks are tried first. Quadratic time is a hundredth of that of the whole length, so what is
 * `suspicious` here is all that could exceed the bound there.
 */
const shortLength = 5_000;

/** Part of the control's duration from which on a short attack makes its whole one be judged: half of a hundredth. */
const suspicious = 1 / 200;

/** The time that an attack may take is that of this search, some 50 ms on a quiet machine of 2025. */
const control = { regex: /\s+$/, text: `${' '.repeat(7_000)}!` };

/** Duration after which a search is interrupted, in milliseconds, to see whether it had the processor. */
const patience = 500;

/** Readings of one duration before it counts as too long. */
const readings = 5;

/** Examples of what a regular expression matches. Their parts are repeated, because loops can follow other parts. */
const examples = 6;

/** Suffixes of attacks: characters that hardly any pattern matches. */
const endings = ['\u0000', '!\n'];

/** Endings of attacks of pairs of characters, which are most of the attacks. */
const endingsOfPairs = isComplete ? endings : endings.slice(0, 1);

/**
 * Most attacks of pairs and behind words on one pattern. A list of words has tens of thousands: each run tries
 * others.
 */
const mostOfPairs = isComplete ? Number.POSITIVE_INFINITY : 250;

/** A pattern without one of these reads no more than its own length from any place, so its time is linear. */
const mayLoop = /[*+{]|\\[1-9k]/;

/** An attack that takes longer than the control, and how many times as long: infinite if it didn't end. */
export interface Weakness {
  readonly times: number;
  readonly attack: string;
}

interface Attack {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

/**
 * The first attack on a regular expression that takes longer than the control, undefined if none does. Attacks repeat
 * its characters, pairs of characters and words, and parts of texts that it matches. A suffix that doesn't match
 * follows. This finds nested loops (exponential time) and consecutive loops (quadratic time).
 */
export function findAttack(regex: RegExp, seed: number): Weakness | undefined {
  if (!mayLoop.test(regex.source)) return undefined;
  const attacks = [...bluntAttacks(regex, seed), ...fineAttacks(regex, seed)];
  const plain = new RegExp(regex.source, regex.flags.replace('g', ''));
  const texts = attacks.map((attack) => textOf(attack, shortLength));
  const state = createContext({ regex: plain, texts, clock: performance, at: 0, text: '' });
  // On a slow machine all durations are longer.
  state['suspicious'] = suspicious * ofControl;
  for (; state['at'] < attacks.length; state['at'] += 1) {
    // Without a result, one of the searches took all the time, or all of them together did.
    inTime(trial, state, patience);
    const attack = attacks[state['at']];
    if (attack === undefined) return undefined;
    state['text'] = textOf(attack, length);
    const times = timesOfControl(state);
    // A long loop that is bounded takes about as long as the control, or some times as long with other work beside it.
    if (times > tolerated && (times > clear || growth(state, attack) > linear))
      return { times, attack: inWords(attack) };
  }
  return undefined;
}

/** Goes on to the first short attack whose shortest duration of three is suspicious. */
const trial = new Script(`
  for (; at < texts.length; at += 1) {
    let shortest = Infinity;
    for (let run = 0; run < 3 && shortest > suspicious; run += 1) {
      const started = clock.now();
      regex.test(texts[at]);
      shortest = Math.min(shortest, clock.now() - started);
    }
    if (shortest > suspicious) break;
  }
`);

/** The whole attack. */
const search = new Script('regex.test(text)');

/** Runs a script until it ends or the time is up, in milliseconds; returns whether it ended. */
function inTime(script: Script, context: Context, timeout: number): boolean {
  try {
    script.runInContext(context, { timeout });
    return true;
  } catch (error) {
    // The error is of the other context, so it is no instance of this one's.
    if (isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** Durations of the control that an attack may take: the shortest readings of both still differ by some percent. */
const tolerated = 1.25;

/** Durations of the control from which on an attack takes too long, however its time grows. */
const clear = 4;

/** The growth from which on time isn't linear: between 2, if it is, and 4, if it is quadratic. */
const linear = 3;

/** The duration of an attack in durations of its half, by the shortest of several readings in turn. */
function growth(state: Context, attack: Attack): number {
  const halves = [textOf(attack, length / 2), textOf(attack, length)];
  const shortest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let reading = 0; reading < readings; reading += 1) {
    for (const [place, text] of halves.entries()) {
      state['text'] = text;
      shortest[place] = Math.min(shortest[place] ?? 0, timeOfAttack(state));
    }
  }
  const [half = 0, whole = 0] = shortest;
  return Number.isFinite(whole) ? whole / half : Number.POSITIVE_INFINITY;
}

/** The shortest duration of the control so far, in milliseconds. */
let ofControl = Number.POSITIVE_INFINITY;
for (let reading = 0; reading < readings; reading += 1) readControl();

/**
 * The duration of the whole attack, in durations of the control. Both are processor time, and the shortest of several
 * readings in turn, because the machine has other work: that makes readings longer, never shorter. So the first one
 * below the control's decides.
 */
function timesOfControl(context: Context): number {
  let shortest = timeOfAttack(context);
  for (let reading = 0; reading < readings && shortest > ofControl && Number.isFinite(shortest); reading += 1) {
    shortest = Math.min(shortest, timeOfAttack(context));
    readControl();
  }
  return shortest / ofControl;
}

/** Processor time of the whole attack, in milliseconds; infinite if it takes a multiple of the control's. */
function timeOfAttack(context: Context): number {
  for (let timeout = patience; ; timeout *= 2) {
    let ended = false;
    const spent = processorTime(() => {
      ended = inTime(search, context, timeout);
    });
    if (ended) return spent;
    if (spent > 4 * ofControl) return Number.POSITIVE_INFINITY;
  }
}

function readControl() {
  ofControl = Math.min(
    ofControl,
    processorTime(() => control.regex.test(control.text)),
  );
}

/** Processor time that some work takes, in milliseconds. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const textOf = ({ before, unit, after }: Attack, size: number) =>
  before + unit.repeat(Math.ceil(size / unit.length)) + after;

const inWords = (attack: Attack) =>
  `${JSON.stringify(attack.before)} + ${JSON.stringify(attack.unit)} × n + ${JSON.stringify(attack.after)}`;

function bluntAttacks({ source }: RegExp, seed: number): Attack[] {
  const words = source.match(/[A-Za-z]{2,}/g) ?? [];
  const characters = [...new Set([...source.replace(/\\[a-zA-Z]/g, ''), 'a', 'A', '0', ' ', '\n', '_', '@', '.', 'é'])];
  const pairs = characters.flatMap((first) => characters.map((second) => first + second));
  const alone = [...characters, ...words].map((unit) => ({ before: '', unit }));
  // A loop may follow a word, and a pattern with look-around has no examples that would show it.
  const behindWords = words.flatMap((before) => characters.map((unit) => ({ before, unit })));
  const ofPairs = [
    ...behindWords.flatMap((attack) => endings.map((after) => ({ ...attack, after }))),
    ...pairs.flatMap((unit) => endingsOfPairs.map((after) => ({ before: '', unit, after }))),
  ];
  return [...alone.flatMap((attack) => endings.map((after) => ({ ...attack, after }))), ...some(ofPairs, seed)];
}

/** At most `mostOfPairs` of the attacks, at equal distances; the seed decides where they begin. */
function some(attacks: readonly Attack[], seed: number): readonly Attack[] {
  const step = Math.ceil(attacks.length / mostOfPairs) || 1;
  const first = Math.abs(seed) % step;
  return attacks.filter((_, place) => place % step === first);
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
  // fast-check lists all of Unicode for each of its properties, which takes longer than all attacks.
  if (!isComplete && /\\p\{/i.test(source)) return [];
  try {
    const texts = fc.stringMatching(new RegExp(source, flags.replace(/[gim]/g, '')), { size: '-1' });
    return fc.sample(texts, { seed, numRuns: examples }).map((text) => text.slice(0, 40));
  } catch {
    // Look-around can't be generated; only the simple attacks apply.
    return [];
  }
}
