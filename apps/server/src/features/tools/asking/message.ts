import { isPlainName } from '../../../mail/plain-name.ts';
import { shownJson } from '../../../text/shown/shown-json.ts';
import { utcMinutes } from '../../../text/shown/utc-minutes.ts';

/** Max length of the arguments in a mail, in characters: the page of the link shows all. */
const maxShown = 4_000;

/** Contents of the mail that asks about a call. */
interface Facts {
  readonly to: string;
  readonly toolName: string;
  readonly agentName: string;
  readonly workspaceName: string;
  /** The arguments as JSON. */
  readonly arguments: string;
  /** When the call stops waiting, in milliseconds since 1970. */
  readonly until: number;
  /** The page of the conversation. */
  readonly conversation: string;
}

/** The mail with the link that decides about a call. */
export const approvalMail = (facts: Facts, url: string) => ({
  ...{ to: facts.to, subject: subjectOf(facts) },
  text: [
    ...introduction(facts),
    `Approve or deny it before ${utcMinutes(facts.until)}. This link works once and decides in your name, so don’t forward it:`,
    url,
    '',
    'These are the exact arguments. A model has written them: open no link in them.',
    shown(facts.arguments),
    '',
    `The conversation: ${facts.conversation}`,
    '',
  ].join('\n'),
});

/** The mail for a workspace that requires a second factor: it has neither arguments nor a link that decides. */
export const signInMail = (facts: Omit<Facts, 'arguments' | 'conversation'>, queue: string) => ({
  ...{ to: facts.to, subject: subjectOf(facts) },
  text: [...introduction(facts), `Sign in to approve or deny it before ${utcMinutes(facts.until)}:`, queue, ''].join(
    '\n',
  ),
});

/** Names that a mail program could show as a link are left out. */
const called = (name: string, what: string, without: string): string =>
  isPlainName(name) ? `${what} “${name.trim()}”` : without;

const subjectOf = ({ toolName }: Pick<Facts, 'toolName'>): string =>
  isPlainName(toolName) ? `Approval needed: ${toolName}` : 'Approval needed for a tool call';

const introduction = ({ toolName, agentName, workspaceName }: Omit<Facts, 'arguments' | 'conversation'>): string[] => [
  `${called(agentName, 'The agent', 'An agent')} asks to call ${called(toolName, 'the tool', 'a tool')} in ` +
    `${called(workspaceName, 'the workspace', 'a workspace')}.`,
  '',
];

/** The arguments, or their beginning. */
function shown(json: string): string {
  const text = shownJson(json);
  const left = text.length - maxShown;
  return left <= 0 ? text : `${text.slice(0, maxShown)}\n… ${left} more characters: the link shows all.`;
}
