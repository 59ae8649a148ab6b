import type { ToolKindName } from '../tool-words.ts';

const titles = { kind: 'Kind', purpose: 'Purpose', own: 'Inputs', approval: 'Approval' };

/** A step of the form of a new tool; `own` has what only its kind has. */
export type Step = keyof typeof titles;

/** The title of a step of a kind. */
export const titleOf = (type: ToolKindName, step: Step): string =>
  type === 'mcp' && step === 'own' ? 'Server' : titles[step];

/** The steps of a kind, in order. */
export const stepsOf = (type: ToolKindName): readonly Step[] =>
  type === 'builtin' ? ['kind', 'purpose', 'approval'] : ['kind', 'purpose', 'own', 'approval'];

const fields: Readonly<Record<Step, readonly string[]>> = {
  kind: ['type'],
  purpose: ['name', 'description', 'function', 'agents'],
  own: [
    ...['inputs', 'method', 'url', 'auth', 'clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'scope'],
    ...['headers', 'secrets', 'success', 'response'],
  ],
  approval: ['approvers', 'approvalSeconds'],
};

/** The first step that has one of the wrong fields; undefined if none has. */
export const stepOfError = (type: ToolKindName, wrong: readonly string[]): Step | undefined =>
  stepsOf(type).find((step) => fields[step].some((field) => wrong.includes(field)));
