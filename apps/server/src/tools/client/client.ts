import { Type } from 'typebox';
import type { ToolKind } from '../kind.ts';

/** A tool that the caller's own program runs: the reply waits until it sends the result. */
export const clientTool: ToolKind = {
  title: 'Your program',
  description: 'Your own program runs the call, and sends its result.',
  settings: Type.Object({}, { additionalProperties: false }),
  takesSchema: true,
  secretsGoTo: () => null,
  run: () => Promise.reject(new Error('a call of a client tool is run by its client')),
};
