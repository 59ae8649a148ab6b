import { typeid } from 'typeid-js';

/** What each kind of id begins with. */
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

/** Makes a TypeID (https://github.com/jetify-com/typeid): `agent_01h…`, prefixed and ordered by time to the millisecond. */
export function newId(kind: keyof typeof prefixes): string {
  return typeid(prefixes[kind]).toString();
}
