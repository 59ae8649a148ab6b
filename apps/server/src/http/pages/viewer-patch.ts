/** Changes of Scalar's code: it handles a chosen sample only if it generated the sample itself. */
const changes: readonly (readonly [from: RegExp, to: string, times: number])[] = [
  // A choice applies to every operation, and is remembered.
  [
    /t&&!t\.id\.startsWith\("custom"\)&&e\.eventBus\.emit\("workspace:update:selected-client"/g,
    't&&e.eventBus.emit("workspace:update:selected-client"',
    2,
  ],
  // The remembered choice is used.
  [
    /([$\w]{1,9}\(t\))&&!e\.workspace\["x-scalar-default-client"\]/g,
    '(t?.startsWith("custom/")||$1)&&!e.workspace["x-scalar-default-client"]',
    1,
  ],
];

/**
 * Lets the viewer remember the language of the samples, for every operation and for the next visit: it does so for
 * samples that it generates, but not for those of a document. Leaves a script alone that isn't as expected; a test fails
 * then.
 */
export function remembersSamples(script: string): string {
  return changes.reduce(
    (text, [from, to, times]) => ((text.match(from)?.length ?? 0) === times ? text.replaceAll(from, to) : text),
    script,
  );
}
