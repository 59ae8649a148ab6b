import type { KindTool } from '../../../tools/kind.ts';

/** A tool whose server is asked, with its secrets in clear. */
export interface AskingTool {
  readonly tool: Pick<KindTool, 'id' | 'workspace' | 'settings'>;
  readonly auth: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The accounts that are connected at the servers of tools. */
export interface Accounts {
  /**
   * Does some work with the secrets of a tool, and with the token of its account if one is connected. If the server
   * refuses the token before it does anything, the token is refreshed and the work is done again, once.
   */
  using<Value>(asking: AskingTool, work: (secrets: AskingTool['secrets']) => Promise<Value>): Promise<Value>;
}
