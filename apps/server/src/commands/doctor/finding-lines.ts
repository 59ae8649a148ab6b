import type { CheckResult } from './check-result.ts';

/** The result of one check, with its name. */
export interface Finding extends CheckResult {
  readonly what: string;
}

/**
 * Returns the findings as lines for a person. Checks that failed for the same cause share a line, where the first of
 * them stands: its text is the whole detail of the others, or the end of theirs.
 */
export function findingLines(findings: readonly Finding[]): string[] {
  const lines: { readonly ok: boolean; readonly whats: string[]; readonly detail: string }[] = [];
  for (const { what, ok, detail } of findings) {
    const same = ok
      ? undefined
      : lines.find((line) => !line.ok && (detail === line.detail || detail.endsWith(`: ${line.detail}`)));
    if (same === undefined) lines.push({ ok, whats: [what], detail });
    else same.whats.push(what);
  }
  return lines.map(({ ok, whats, detail }) => `${ok ? 'ok   ' : 'WRONG'}  ${whats.join(', ')}: ${detail}`);
}
