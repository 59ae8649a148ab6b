import { Stack } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { useState } from 'react';
import { Select } from '../../../ui/overlays/select.tsx';
import { shownText } from '../../../ui/page/shown-text.ts';
import { fieldsOf } from '../details/arguments.ts';
import { Trial } from '../details/try-it.tsx';
import { toolCalls } from '../tool-calls.ts';
import { approvedOf } from './approved.ts';

/** Chooses one of the approved tools of an MCP server, and calls it. */
export function TryServer({ tool }: { tool: Tool }) {
  const approved = approvedOf(tool);
  const [picked, setPicked] = useState<string>();
  const chosen = approved.find(({ name }) => name === picked) ?? approved[0];
  if (chosen === undefined) return null;
  const { name, inputSchema } = chosen;
  return (
    <Stack gap="md">
      <Select
        label="Tool"
        maw={360}
        allowDeselect={false}
        data={approved.map((each) => ({ value: each.name, label: shownText(each.name) }))}
        value={name}
        onChange={(next) => setPicked(next ?? undefined)}
      />
      <Trial
        key={name}
        fields={fieldsOf(inputSchema)}
        call={(args) => toolCalls.tryOut(tool._id, { arguments: args, name })}
      />
    </Stack>
  );
}
