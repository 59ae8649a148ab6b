import { InputsField } from './inputs-field.tsx';
import { RequestFields } from './request-fields.tsx';
import { ServerFields } from './server-fields.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** The fields that only one kind of tool has beside its function: the request, the server, or the inputs of a program. */
export function OwnFields({ form }: { form: ToolForm }) {
  const { type } = form.values;
  if (type === 'http') return <RequestFields form={form} />;
  if (type === 'mcp') return <ServerFields form={form} />;
  return type === 'client' ? <InputsField form={form} /> : null;
}
