import { InputsField } from './inputs-field.tsx';
import { RequestFields } from './request-fields.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** The fields that only one kind of tool has beside its function: the request, or the inputs of a program. */
export function OwnFields({ form }: { form: ToolForm }) {
  const { type, inputs } = form.values;
  if (type === 'http') return <RequestFields form={form} />;
  if (type !== 'client') return null;
  return (
    <InputsField
      value={inputs}
      arePlaced={false}
      error={form.errors['inputs']}
      onChange={(next) => form.setFieldValue('inputs', next)}
    />
  );
}
