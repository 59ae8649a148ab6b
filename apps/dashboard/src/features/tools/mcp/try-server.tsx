import { Stack } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { useState } from 'react';
import { Select } from '../../../ui/overlays/select.tsx';
import { shownText } from '../../../ui/page/shown-text.ts';
import { fieldsOf } from '../details/arguments.ts';
import { Trial } from '../details/try-it.tsx';
import { toolCalls } from '../tool-calls.ts';
import { approvedOf, calledName } from './approved.ts';

/** Chooses one of the approved tools of an MCP server, and calls it. */
export function TryServer({ tool }: { tool: Tool }) {
  const approved = approvedOf(tool);
  const isOnly = approved.length === 1;
  // A call of the only tool needs no name.
  const mayTry = (name: string) => isOnly || calledName(tool.name, name) !== undefined;
  const [picked, setPicked] = useState<string>();
  const first = approved.find(({ name }) => mayTry(name));
  const chosen = approved.find(({ name }) => name === picked) ?? first;
  const hasOthers = approved.some(({ name }) => !mayTry(name));
  return (
    <Stack gap="md">
      <Select
        label="Tool"
        description={hasOthers ? 'Tools whose names models can’t use as they are can’t be tried here.' : undefined}
        maw={360}
        allowDeselect={false}
        data={approved.map(({ name }) => ({ value: name, label: shownText(name), disabled: !mayTry(name) }))}
        value={chosen?.name ?? null}
        onChange={(name) => setPicked(name ?? undefined)}
      />
      {chosen !== undefined && (
        <Trial
          key={chosen.name}
          fields={fieldsOf(chosen.inputSchema)}
          call={(args) => {
            const name = isOnly ? undefined : calledName(tool.name, chosen.name);
            return toolCalls.tryOut(tool._id, { arguments: args, ...(name !== undefined && { name }) });
          }}
        />
      )}
    </Stack>
  );
}
