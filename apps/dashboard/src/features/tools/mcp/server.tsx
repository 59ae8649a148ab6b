import type { Tool } from '@parley/sdk';
import { Account } from './account.tsx';
import { Definitions } from './definitions.tsx';

/** The account of an MCP server, and the tools that it offers. */
export function Server({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  return (
    <>
      {tool.auth === 'workspace' && <Account tool={tool} mayWrite={mayWrite} />}
      <Definitions tool={tool} mayWrite={mayWrite} />
    </>
  );
}
