/**
 * `attributes` of a field whose text has the direction of its language. A plain `dir` would turn the box around the
 * field instead.
 */
export const autoDirection = { input: { dir: 'auto' } } as const;
