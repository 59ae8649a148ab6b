import css from '../tools.module.css';
import { AccountField } from './account-field.tsx';
import { AddressField } from './address-field.tsx';
import { PairsField } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** An MCP server: its address, the account for calls, and what is sent with each request. */
export function ServerFields({ form }: { form: ToolForm }) {
  return (
    <>
      <AddressField form={form} placeholder="https://mcp.example.com/mcp" />
      <p className={css['hint']}>
        It must speak MCP over streamable HTTP. If you change it, its tools must be approved again.
      </p>
      <AccountField
        form={form}
        without="The server is open, or a header below has its key."
        only="list and try its tools"
      />
      <PairsField form={form} list="secrets" />
      <PairsField form={form} list="headers" />
    </>
  );
}
