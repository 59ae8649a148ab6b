import { RE2JS } from 're2js';
import { schemaLimits } from './limits.ts';

/** A regular expression of a caller, compiled. */
export interface Pattern {
  /** Steps of compiling it. */
  readonly cost: number;
  /** Steps of matching a text of a length. */
  costOf(chars: number): number;
  /** True if it matches anywhere in the text. */
  matches(text: string): boolean;
}

/** Instructions that run in about a microsecond, over all characters. */
const instructionsPerStep = 50;

/**
 * Compiles a pattern for an engine whose time is linear in the text, whatever the pattern is. Returns what is wrong
 * with it as a text: lookarounds and back references don't exist there.
 */
export function compilePattern(source: string): Pattern | string {
  if (source.length > schemaLimits.patternChars) {
    return `has a pattern of more than ${schemaLimits.patternChars} characters`;
  }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = compiled.programSize();
    if (size > schemaLimits.patternSize) return 'has a pattern that is too large: repeat less in it';
    return {
      cost: size,
      costOf: (chars) => 1 + Math.ceil((chars * size) / instructionsPerStep),
      matches: (text) => compiled.matcher(text).find(),
    };
  } catch {
    return 'has a pattern that is not a regular expression of RE2, which has no lookarounds or back references';
  }
}
