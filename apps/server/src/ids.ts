import { typeid } from 'typeid-js';

/** The prefix of each kind of ID. */
const prefixes = {
  account: 'acct',
  user: 'user',
  session: 'sess',
  workspace: 'ws',
  invitation: 'inv',
  apiKey: 'key',
  agent: 'agent',
  conversation: 'conv',
  message: 'msg',
  event: 'evt',
} as const;

/** Creates a TypeID (https://github.com/jetify-com/typeid) such as `agent_01h…`: prefixed, sorted by time in ms. */
export function newId(kind: keyof typeof prefixes): string {
  return typeid(prefixes[kind]).toString();
}
