import type { Tool } from '@parley/sdk';
import { Section } from '../../../ui/page/page.tsx';
import { approvedOf } from './approved.ts';
import { Definitions } from './definitions.tsx';
import { TryServer } from './try-server.tsx';

/** The tools that an MCP server offers, and a trial of those that are approved. */
export function Server({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  return (
    <>
      <Definitions tool={tool} mayWrite={mayWrite} />
      {mayWrite && approvedOf(tool).length > 0 && (
        <Section title="Try it" lead="Calls one of the approved tools once, now, with the stored settings and secrets.">
          <TryServer tool={tool} />
        </Section>
      )}
    </>
  );
}
