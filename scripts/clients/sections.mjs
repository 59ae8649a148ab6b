/** The sections of both reference pages: the resources of each, and an introduction. */

/**
 * @import { Method } from './methods.mjs'
 * @typedef {{ title: string, resources: string[], text?: string }} Section `text` has the document's names in backticks
 */

/** @type {Section[]} */
const SECTIONS = [
  { title: 'Agents', resources: ['agents'] },
  { title: 'Conversations', resources: ['conversations'] },
  { title: 'Messages', resources: ['messages'] },
  {
    title: 'Knowledge sources',
    resources: [
      'knowledgeSources',
      ...['pairs', 'documents', 'chunks', 'syncs', 'agents'].map((name) => `knowledgeSources.${name}`),
    ],
  },
  { title: 'Citations and unanswered questions', resources: ['citations', 'agents.unansweredQuestions'] },
  { title: 'Models', resources: ['models'] },
  { title: 'Workspaces', resources: ['workspaces', 'workspaces.members', 'workspaces.invitations'] },
  {
    title: 'Invitations',
    resources: ['invitations'],
    text: 'From the invited user’s side; they need no authentication.',
  },
  {
    title: 'API keys',
    resources: ['apiKeys'],
    text:
      'Keys can’t create keys: `create` and `rotate` require a session. A person of any role manages their own keys; ' +
      'owners and admins manage all keys. `update` renames a key and reduces its `scopes`. A key’s `status` is ' +
      '`active`, `inactive` (with `inactiveReason`), `expired` or `revoked`; a rotated one has `replacedBy` and ' +
      '`validUntil`.',
  },
  { title: 'The caller', resources: ['me', 'password', 'usage'] },
  { title: 'Sessions', resources: ['sessions'] },
  { title: 'Second factor', resources: ['secondFactor'], text: 'They require a session.' },
  { title: 'Forgotten passwords', resources: ['passwordResets'], text: 'They need no authentication.' },
  {
    title: 'Approval links',
    resources: ['approvalLinks'],
    text: 'From the side of an approver with a mailed link; they need no authentication.',
  },
  { title: 'First run', resources: ['setup'], text: 'They need no authentication, and fail once there is an owner.' },
  { title: 'Health', resources: ['health'], text: 'They need no authentication.' },
];

/**
 * The sections with their methods; a resource that no section names has one of its own at the end.
 * @param {Method[]} methods
 * @returns {{ title: string, text: string | undefined, methods: Method[] }[]}
 */
export function sectionsOf(methods) {
  const resources = [...new Set(methods.map(({ resource }) => resource.join('.')))];
  const named = new Set(SECTIONS.flatMap((section) => section.resources));
  const others = resources.filter((resource) => !named.has(resource));
  /** @type {Section[]} */
  const rest = others.map((resource) => ({ title: titleOf(resource), resources: [resource] }));
  return [...SECTIONS, ...rest].map(({ title, text, resources: own }) => ({
    title,
    text,
    methods: own.flatMap((resource) => methods.filter((method) => method.resource.join('.') === resource)),
  }));
}

/** `knowledgeSources` → Knowledge sources. @param {string} resource */
function titleOf(resource) {
  const words = resource.replace(/\./g, ' ').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A table of Markdown.
 * @param {string[]} head
 * @param {string[][]} rows
 */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replace('| --- | --- | --- |', '|---|---|---|');

/**
 * Returns the name of an operation: its method and path, with a note if it is only a preview.
 * @param {Method} method
 */
export const operationOf = ({ operation: { verb, path }, role }) =>
  `\`${verb} ${path}\`${role === 'preview' ? ' with `dryRun`' : ''}`;
