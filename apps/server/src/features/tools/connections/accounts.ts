import { kindOf } from '../../../tools/kinds.ts';
import { McpError } from '../../../tools/mcp/error.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import { accessTokenSecret } from '../../../tools/oauth/secret-names.ts';
import { accessToken } from '../../../tools/oauth/tokens.ts';
import { AccountNeeded, type Accounts, type AccountWork, type AskingTool } from '../running/accounts.ts';
import { createLinks, type LinkNeeds } from './links.ts';
import { type ConnectionNeeds, oauthNeeds } from './oauth-needs.ts';
import { ownerOf } from './owners.ts';
import { blankConnection } from './rows.ts';
import * as store from './store.ts';

type Needs = ConnectionNeeds & LinkNeeds & { newId(kind: 'toolConnection'): string };

/** An account, and the server that it is for. */
interface Used {
  readonly id: string;
  readonly serverUrl: string;
}

type Talk = NonNullable<AskingTool['talk']>;

/** Creates what adds the tokens of connected accounts to calls. */
export const createAccounts = (needs: Needs): Accounts => {
  const { db, now, newId } = needs;
  const links = createLinks(needs);

  /** Does work as an account. Rejects with an `AccountError` if it can't be used. */
  const workAs = async <Value>(
    { id, serverUrl }: Used,
    secrets: AskingTool['secrets'],
    { run, isRefused = () => false }: AccountWork<Value>,
  ): Promise<Value> => {
    const tokenFor = (rejected?: string) => accessToken(oauthNeeds(needs), { id, serverUrl, rejected });
    const runAs = (token: string) => run({ ...secrets, [accessTokenSecret]: token });
    const token = await tokenFor();
    try {
      const value = await runAs(token);
      if (!isRefused(value)) return value;
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    return runAs(await tokenFor(token));
  };

  /** The account of the owner in a conversation; it is added if it is missing, without tokens. */
  const ownAccount = async (
    { tool: { id: tool, workspace } }: AskingTool,
    { conversation, agent }: Talk,
  ): Promise<store.Connection> => {
    const talk = await store.findTalk(db, workspace, conversation);
    if (talk === undefined) throw new AccountError('not_connected');
    const owner = ownerOf(talk);
    const known = await store.find(db, workspace, { tool, key: owner.key });
    if (known !== undefined && known.state === 'connected') return known;
    const blank = blankConnection({ id: newId('toolConnection'), workspace, tool, now: now() });
    const columns = { user_id: owner.key, end_user: owner.endUser, conversation_id: owner.conversation };
    const row = { ...blank, ...columns, channel_id: owner.channel, agent_id: agent };
    await db.write([store.addOfUser(db, row, () => new AccountError('not_connected'))]);
    const found = await store.find(db, workspace, { tool, key: owner.key });
    if (found === undefined) throw new AccountError('not_connected');
    return found;
  };

  const usingOwn = async <Value>(
    asking: AskingTool,
    { talk, serverUrl }: { readonly talk: Talk; readonly serverUrl: string },
    work: AccountWork<Value>,
  ): Promise<Value> => {
    const row = await ownAccount(asking, talk);
    try {
      if (row.state === 'connected') return await workAs({ id: row.id, serverUrl }, asking.secrets, work);
    } catch (error) {
      const isLost = error instanceof AccountError && ['not_connected', 'reauth_required'].includes(error.code);
      if (!isLost) throw error;
    }
    throw new AccountNeeded({ url: links.create(row), host: new URL(serverUrl).host });
  };

  const using = async <Value>(asking: AskingTool, work: AccountWork<Value>): Promise<Value> => {
    const { tool, type, auth, secrets, talk } = asking;
    const place = kindOf(type).accountFor?.(tool.settings);
    if (place === undefined || auth === 'none') return work.run(secrets);
    const { serverUrl } = place;
    if (auth === 'end_user' && talk !== undefined) return usingOwn(asking, { talk, serverUrl }, work);
    const row = await store.find(db, tool.workspace, { tool: tool.id, key: null });
    if (row !== undefined && row.state !== 'none') return workAs({ id: row.id, serverUrl }, secrets, work);
    if (!place.isOptional) throw new AccountError('not_connected');
    return work.run(secrets);
  };

  return { using };
};

/** True if a server has refused a token before it did anything. */
const isUnauthorized = (error: unknown): boolean =>
  error instanceof McpError && error.status === 401 && error.outcome === 'not_run';
