import { Radio, Stack } from '@mantine/core';
import css from '../tools.module.css';
import { AddressField } from './address-field.tsx';
import { PairsField } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** An MCP server: its address, how it knows the workspace, and what is sent with each request. */
export function ServerFields({ form }: { form: ToolForm }) {
  return (
    <>
      <AddressField form={form} placeholder="https://mcp.example.com/mcp" />
      <p className={css['hint']}>
        It must speak MCP over streamable HTTP. If you change it, its tools must be approved again.
      </p>
      <Radio.Group label="Account" {...form.getInputProps('auth')}>
        <Stack gap="sm" mt={6}>
          <Radio value="none" label="None" description="The server is open, or a header below has its key." />
          <Radio
            value="workspace"
            label="An account of this workspace"
            description="Someone signs in to the server here, on the page of the tool. All calls are made as that account."
          />
        </Stack>
      </Radio.Group>
      <PairsField form={form} list="secrets" />
      <PairsField form={form} list="headers" />
    </>
  );
}
