import type { Tool } from '@parley/sdk';
import { Account } from './account.tsx';
import { UserAccounts } from './user-accounts.tsx';

/** The account of the workspace at the server of a tool; of a tool of end users also theirs. */
export function Accounts({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  return (
    <>
      <Account tool={tool} mayWrite={mayWrite} />
      {tool.auth === 'end_user' && <UserAccounts tool={tool} mayWrite={mayWrite} />}
    </>
  );
}
