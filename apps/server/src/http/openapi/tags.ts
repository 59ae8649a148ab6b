/** The groups of operations, in the order in which the document shows them. */
export const tags: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Agents',
    description:
      'An agent is a model with a system prompt and settings; it belongs to a workspace and replies in conversations.',
  },
  {
    name: 'Conversations',
    description: 'Conversations of every channel: with an agent, or with a person who has taken over.',
  },
  {
    name: 'Messages',
    description: 'Send messages, read or stream the replies, retry those that failed, and rate them.',
  },
  {
    name: 'Knowledge sources',
    description:
      'Sources that agents answer from: texts, pairs of question and answer, files, pages and websites of a workspace.',
  },
  {
    name: 'Channels',
    description: 'The ways to reach an agent: a widget on a site, a page of its own, or signed requests.',
  },
  {
    name: 'Tools',
    description: 'Tools that agents can call besides their models: requests, your programs, and functions.',
  },
  {
    name: 'Saved replies',
    description: 'Texts that people send often, with variables; shared in a workspace, or one person’s own.',
  },
  {
    name: 'Views',
    description: 'Filters of conversations under a name; shared in a workspace, or one person’s own.',
  },
  {
    name: 'Teams',
    description: 'Teams that get the conversations which wait for a person, and the people who are here to take them.',
  },
  { name: 'Models', description: 'The language models that agents can use on this instance.' },
  {
    name: 'API keys',
    description: 'Keys are for programs. A key has at most the rights of the person who created it.',
  },
  { name: 'Workspaces', description: 'Workspaces, their members, and invitations into them.' },
  { name: 'Events', description: 'Changes, the actors that made them, and webhooks that tell of them.' },
  { name: 'Account', description: 'The caller, and what the account uses of its plan.' },
  {
    name: 'Sessions',
    description: 'Sign-in of people with a password, a second factor or a passkey, and forgotten passwords.',
  },
  { name: 'Second factor', description: 'Authenticator app, passkeys and recovery codes of the signed-in user.' },
  { name: 'Set-up', description: 'The first owner of a new instance.' },
  { name: 'Health', description: 'Checks for the operator and load balancers. They need no authentication.' },
];
