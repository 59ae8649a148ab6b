import { withBest } from './best.ts';
import { type Size, sizes } from './sizes.ts';

/** A scenario's result. */
export interface Result {
  readonly scenario: string;
  /** The command that repeats it. */
  readonly command: string;
  /** As `machine` says it. */
  readonly machine: string;
  /** Sentences and tables. */
  readonly text: string;
}

const start = (scenario: string): string => `<!-- bench:${scenario} -->`;
const end = (scenario: string): string => `<!-- /bench:${scenario} -->`;

/** Returns the scenarios whose figures a page has. */
export const placesIn = (page: string): string[] =>
  [...page.matchAll(/^<!-- bench:([\w-]+) -->$/gm)].map(([, name = '']) => name);

/**
 * Returns the page with a scenario's figures in place of its former ones. `committed` is the page whose figures are the
 * earlier ones; they count if the same command measured them on the same kind of machine. Throws if the page has no
 * place for the scenario.
 */
export function withResult(page: string, committed: string, result: Result): string {
  const { scenario, command, machine } = result;
  const former = blockOf(page, scenario);
  if (former === undefined) throw new Error(`bench/README.md has no place for ${scenario}: add ${start(scenario)}.`);
  const earlier = blockOf(committed, scenario) ?? '';
  const size: Size = sizes[scenario] ?? { args: [] };
  const text = isComparable(earlier, result) ? withBest(result.text, earlier, size) : result.text;
  const block = `\n\`${command}\`, ${machine}.\n\n${text.trim()}\n\n`;
  return page.replace(
    `${start(scenario)}\n${former}${end(scenario)}`,
    () => `${start(scenario)}\n${block}${end(scenario)}`,
  );
}

function blockOf(page: string, scenario: string): string | undefined {
  const [from, to] = [page.indexOf(`${start(scenario)}\n`), page.indexOf(end(scenario))];
  return from === -1 || to === -1 ? undefined : page.slice(from + start(scenario).length + 1, to);
}

/** True if the first line of figures names the same command, processor and number of cores. */
function isComparable(block: string, { command, machine }: Result): boolean {
  const [kind = ''] = machine.split(', Node');
  return block.trim().startsWith(`\`${command}\`, ${kind}, Node`);
}
