import { systemIn } from '../../../access/actor.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { AccountPlace, KindTool } from '../../../tools/kind.ts';
import { kindOf, type ToolType } from '../../../tools/kinds.ts';
import { McpError } from '../../../tools/mcp/error.ts';
import { listServer } from '../../../tools/mcp/mcp.ts';
import { accountOf, beginSignIn, completeSignIn, type GivenClient } from '../../../tools/oauth/authorize.ts';
import { serverByHand } from '../../../tools/oauth/by-hand.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import { clientSecretName } from '../../../tools/oauth/secret-names.ts';
import { kindTool } from '../kind-tool.ts';
import { readTools } from '../offers/store.ts';
import { openSecrets, type ToolSecrets } from '../secrets.ts';
import { createLinks, type LinkNeeds } from './links.ts';
import { type ConnectionNeeds, oauthNeeds } from './oauth-needs.ts';
import * as store from './store.ts';

/** Time for the first answer of a server, in ms. */
const askMs = 10_000;

/** Dependencies of sign-ins. */
export type SignInNeeds = ConnectionNeeds & LinkNeeds & { readonly record: RecordEvent };

/** The things that a person reads before a sign-in. */
export interface SignInOffer {
  readonly workspace: string;
  /** The agent that asks; null if the workspace does. */
  readonly agent: string | null;
  readonly tool: string;
  /** The host of the server at which calls are made as the account. */
  readonly host: string;
}

/** An account to connect, found by a link. */
interface Found {
  readonly row: store.Connection;
  readonly tool: KindTool;
  readonly type: ToolType;
  readonly secrets: ToolSecrets;
  readonly place: AccountPlace;
  readonly offer: SignInOffer;
}

/** A sign-in can't go on; the message says why to the person at the browser. */
export class SignInRefused extends Error {}

const gone = () => new SignInRefused('This link is unknown, or it was used already. Ask for another in the chat.');
const late = () => new SignInRefused('This link has expired. Ask for another in the chat.');

/** Creates what the pages do at which a person connects an account. All throw a `SignInRefused`. */
export function createSignIns(needs: SignInNeeds) {
  const { db, now, record, publicUrl, secrets: sealing } = needs;
  const links = createLinks(needs);

  /** Finds the account that a link is for. */
  const find = async (token: string): Promise<Found> => {
    const link = links.read(token);
    const row = link && (await store.findById(db, link.id));
    if (link === undefined || row === undefined || !links.isFor(row, link)) throw gone();
    if (links.isExpired(link)) throw late();
    const [stored] = await readTools(db, row.workspace_id, [row.tool_id]);
    const names = await store.findPlace(db, row);
    if (stored === undefined || names === undefined) throw gone();
    const tool = kindTool(stored);
    const type = stored.type as ToolType;
    const place = kindOf(type).accountFor?.(tool.settings);
    if (place === undefined || !isUsed(row, stored.auth)) throw gone();
    const { host } = new URL(place.serverUrl);
    const secrets = openSecrets(sealing, tool.id, stored.secrets);
    return { row, tool, type, secrets, place, offer: { ...names, tool: tool.name, host } };
  };

  /** The challenge of a server to a request without an account. It leads to the sign-in. */
  const challengeOf = async ({ tool, type, secrets, place }: Found): Promise<string | undefined> => {
    if (type !== 'mcp' || clientOf(place, secrets)?.server !== undefined) return undefined;
    try {
      await listServer(needs.outbound, { tool, secrets, signal: AbortSignal.timeout(askMs) });
      return undefined;
    } catch (error) {
      if (error instanceof McpError) return error.challenge;
      throw error;
    }
  };

  return {
    /** Returns what a person reads at a link. It starts nothing: programs open links to show a preview of them. */
    look: async (token: string): Promise<SignInOffer> => (await find(token)).offer,

    /** Begins a sign-in for a browser, and returns the address at which the person goes on. */
    begin: async (token: string, browser: string): Promise<string> => {
      const found = await find(token);
      const { row, place, secrets } = found;
      const { serverUrl } = place;
      const challenge = await challengeOf(found);
      const signIn = { id: row.id, serverUrl, challenge, session: browser, publicUrl };
      try {
        return (await beginSignIn(oauthNeeds(needs), { ...signIn, client: clientOf(place, secrets) })).authorizationUrl;
      } catch (error) {
        throw error instanceof AccountError ? new SignInRefused(error.message) : error;
      }
    },

    /** Completes a sign-in with the answer of an authorization server, in the browser that began it. */
    complete: async (params: URLSearchParams, browser: string | undefined): Promise<void> => {
      const id = accountOf(params.get('state') ?? '') ?? '';
      const row = await store.findById(db, id);
      if (row === undefined || (await store.findPlace(db, row)) === undefined || browser === undefined) {
        throw new SignInRefused(new AccountError('state').message);
      }
      const { workspace_id: workspace, tool_id: tool, user_id: key } = row;
      const before = await oauthNeeds(needs).load(id);
      const data = { tool, ...(key !== null && { connection: id }) };
      const oauth = oauthNeeds(needs, ({ grant }) =>
        grant?.state === 'connected' && grant.accessToken !== before?.grant?.accessToken
          ? [store.connected(db, id, now()), record(systemIn(workspace), { type: 'tool.connected', workspace, data })]
          : [],
      );
      try {
        await completeSignIn(oauth, { id, session: browser, params });
      } catch (error) {
        throw error instanceof AccountError ? new SignInRefused(error.message) : error;
      }
    },
  };
}

/** True if a tool still uses such an account. Members use that of the workspace to see and try tools of end users. */
const isUsed = ({ user_id: key }: store.Connection, auth: string): boolean =>
  auth === 'end_user' || (auth === 'workspace' && key === null);

/** The client that a person has registered for a tool; undefined without one. */
function clientOf({ oauth }: AccountPlace, { [clientSecretName]: clientSecret }: ToolSecrets): GivenClient | undefined {
  if (oauth === undefined) return undefined;
  const { clientId, scope } = oauth;
  return { clientId, clientSecret, scope, server: serverByHand(oauth) };
}
