import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuOf } from '../cpu.ts';
import { type Asked, type HardSet, languages } from '../hard-set.ts';
import type { System } from './system.ts';

/** A system's answers to the questions of a set, with their cost. */
export interface Measured {
  readonly system: string;
  readonly set: HardSet;
  /** Indices of the passages that it found for each question, best first. */
  readonly found: readonly (readonly number[])[];
  /** CPU time of a question in the mean, of all processes, in ms. */
  readonly cpu: number;
  /** Memory that JavaScript holds with the index open and after the questions, in bytes. */
  readonly memory: number;
  /** Size of the index, in bytes. */
  readonly bytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memoryHeld(): number {
  // The first collection lets go of buffers that only the second one counts.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Asks a system every question of a set, once. */
export async function measure(system: System, set: HardSet): Promise<Measured> {
  const memoryBefore = memoryHeld();
  const language = languages.find((one) => one === set.name);
  const { search, bytes, cpuBeside = async () => 0, close } = await system.open(set.passages, language);
  const cpu = async () => (await cpuOf()).own + (await cpuBeside());
  const before = await cpu();
  const found: (readonly number[])[] = [];
  for (const question of set.questions) found.push(await search(question));
  const spent = (await cpu()) - before;
  const memory = Math.max(0, memoryHeld() - memoryBefore);
  await close();
  return { system: system.name, set, found, cpu: spent / set.questions.length, memory, bytes };
}

/** Scores of the answers to some questions. */
export interface Scores {
  readonly asked: number;
  /** Shares of the questions that have a right passage among the first 1, 5 and 10. */
  readonly recall: { readonly 1: number; readonly 5: number; readonly 10: number };
  /** Mean of the reciprocal ranks of the first right passage, 0 if none is among the first 10. */
  readonly reciprocal: number;
}

/** The scores of the answerable questions that are chosen. */
export function scoresOf(measured: readonly Measured[], isChosen: (question: Asked) => boolean): Scores {
  const places = measured.flatMap(({ set, found }) =>
    set.questions.flatMap((question, at) =>
      question.right.size > 0 && isChosen(question)
        ? [(found[at] ?? []).findIndex((index) => question.right.has(index)) + 1]
        : [],
    ),
  );
  const share = (most: number) => places.filter((place) => place > 0 && place <= most).length / places.length;
  const sum = places.reduce((total, place) => total + (place > 0 ? 1 / place : 0), 0);
  return { asked: places.length, recall: { 1: share(1), 5: share(5), 10: share(10) }, reciprocal: sum / places.length };
}
