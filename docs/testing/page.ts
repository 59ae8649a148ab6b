/** Step of the runner at one place of a page, in the order of the page. */
export type Step =
  | { readonly kind: 'run'; readonly code: string; readonly output: string | undefined }
  /** Starts a server with the commands, and waits until it answers on the port and has printed the output, if any. */
  | { readonly kind: 'serve'; readonly code: string; readonly port: string; readonly output?: string | undefined }
  | { readonly kind: 'stop'; readonly port: string }
  | { readonly kind: 'file'; readonly code: string; readonly name: string };

/** Programs that a page or a section of it needs, beside Node. */
export type Need = 'python' | 'fastapi' | 'postgres' | 'redis';

/** A code block: the directive above it, its language and its lines. */
const block = /(?:^<!-- run: (?<directive>(?!stop )[^>]*?) -->\n+)?^```(?<language>[\w-]*)\n(?<code>[\s\S]*?)^```$/gm;
const loose = /^<!-- run: stop (?<port>\d+) -->$/gm;
const needs = /^<!-- needs: (?<needs>[a-z ]+) -->$/gm;

/** Returns the needs of the whole page: `<!-- needs: … -->` above its first section. */
export function needsOf(markdown: string): Need[] {
  const head = markdown.split(/^## /m, 1)[0] ?? '';
  return [...head.matchAll(needs)].flatMap(({ groups }) => (groups?.['needs'] ?? '').split(' ') as Need[]);
}

/** The page without the sections whose needs are missing: `<!-- needs: … -->` below their heading. */
export function without(markdown: string, absent: readonly Need[]): string {
  const sections = markdown.split(/^(?=## )/m);
  const isPossible = (section: string) =>
    [...section.matchAll(needs)].every(({ groups }) => !absent.some((need) => groups?.['needs']?.includes(need)));
  return sections.filter((section, index) => index === 0 || isPossible(section)).join('');
}

/**
 * Reads the steps of a page. Shell blocks are commands; a `text` block after one is its output, with `…` for anything.
 * A comment `<!-- run: … -->` above a block says what else it is: `serve 3000`, `file hello.mjs`, or `no, because …`
 * for code that no test can run. `<!-- run: stop 3000 -->` on its own stops a server, as the reader would by Ctrl+C.
 * Throws on a block that none of this describes, so that no command is left out by mistake.
 */
export function readSteps(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(block)].map((match) => ({ at: match.index, ...partsOf(match) }));
  const steps: (Step & { readonly at: number })[] = [];
  for (const [index, { at, directive, language, code }] of blocks.entries()) {
    if (language === 'text') continue;
    const next = blocks[index + 1];
    const output = next?.language === 'text' && next.directive === '' ? next.code : undefined;
    const step = toStep({ directive, language, code, output });
    if (step !== undefined) steps.push({ at, ...step });
  }
  for (const match of markdown.matchAll(loose)) {
    steps.push({ at: match.index, kind: 'stop', port: match.groups?.['port'] ?? '' });
  }
  return steps.sort((one, other) => one.at - other.at);
}

const partsOf = ({ groups = {} }: RegExpMatchArray) => ({
  directive: groups['directive'] ?? '',
  language: groups['language'] ?? '',
  code: groups['code'] ?? '',
});

interface Block {
  readonly directive: string;
  readonly language: string;
  readonly code: string;
  readonly output: string | undefined;
}

/**
 * Reads the commands of the `console` blocks of a page, each with the output below it; a line that ends in a backslash
 * goes on. IDs, times and passwords of the outputs stand for any others.
 */
export function readConsole(markdown: string): Transcript[] {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  return blocks.flatMap((text) =>
    text.split(/^\$ /m).flatMap((part) => {
      const { code, output = '' } = /^(?<code>(?:.*\\\n)*.*)\n(?<output>[\s\S]*)$/.exec(part)?.groups ?? {};
      return code === undefined ? [] : [{ code, output: output.trim() === '' ? undefined : masked(output) }];
    }),
  );
}

/** A command of a page and its output; undefined if the page shows none. */
export interface Transcript {
  readonly code: string;
  readonly output: string | undefined;
}

const masked = (output: string) =>
  output.replace(/\b(agent|src|user|ws|req)_[0-9a-z]{10,}/g, '$1_…').replace(/(Password, shown only now: ).+/, '$1…');

function toStep({ directive, language, code, output }: Block): Step | undefined {
  if (/^no, because ./.test(directive)) return undefined;
  const [word, value] = directive.split(' ');
  if (word === 'file' && value !== undefined) return { kind: 'file', code, name: value };
  if (word === 'serve' && value !== undefined) return { kind: 'serve', code, port: value, output };
  if (directive === '' && language === 'sh') return { kind: 'run', code, output };
  throw new Error(`A block of the page is neither run nor excused: ${directive} ${language}\n${code}`);
}

/** True if an output is as the page shows it. In it, `…` stands for anything within a line, or alone for lines. */
export function looksLike(output: string, shown: string): boolean {
  const pattern = shown
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '[\\s\\S]*?' : line.trim().split('…').map(literally).join('.*?')))
    .join('\\n');
  return new RegExp(`^${pattern}$`).test(output.trim().replace(/^[ \t]+|[ \t]+$/gm, ''));
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
