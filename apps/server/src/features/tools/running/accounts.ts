import type { KindTool } from '../../../tools/kind.ts';
import type { ToolType } from '../../../tools/kinds.ts';

/** A tool whose server is asked, with its secrets in clear. */
export interface AskingTool {
  readonly tool: Pick<KindTool, 'id' | 'workspace' | 'settings'>;
  readonly type: ToolType;
  /** `none`, `workspace` or `end_user`. */
  readonly auth: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** The conversation in which an agent asks; undefined if a member of the workspace does. */
  readonly talk?: { readonly conversation: string; readonly agent: string } | undefined;
}

/** Some work with the secrets of a tool. */
export interface AccountWork<Value> {
  run(secrets: AskingTool['secrets']): Promise<Value>;
  /** True if the server has refused the token, before it did anything. An `McpError` with 401 always says so. */
  isRefused?(value: Value): boolean;
}

/** The accounts that are connected at the servers of tools. */
export interface Accounts {
  /**
   * Does some work with the secrets of a tool, and with the token of the account that it must use. If the server refuses
   * the token before it does anything, the token is refreshed and the work is done again, once. Throws an `AccountError`
   * without an account, or an `AccountNeeded` if an end user can connect one.
   */
  using<Value>(asking: AskingTool, work: AccountWork<Value>): Promise<Value>;
}

/** The end user has to connect an account before the call can run. */
export class AccountNeeded extends Error {
  /** The address at which the end user does so. */
  readonly url: string;
  /** The host of the server that the account is for. */
  readonly host: string;

  constructor({ url, host }: { readonly url: string; readonly host: string }) {
    super('An end user has to connect an account.');
    this.name = 'AccountNeeded';
    this.url = url;
    this.host = host;
  }
}
