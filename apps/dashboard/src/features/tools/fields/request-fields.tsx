import { Textarea, TextInput } from '@mantine/core';
import { Select } from '../../../ui/overlays/select.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from '../tools.module.css';
import { InputsField } from './inputs-field.tsx';
import { PairsField } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const secretWords = {
  label: 'Secrets',
  description: 'Stored sealed and never shown again. Headers and the address refer to one as {{secret.API_KEY}}.',
  of: 'secret',
  name: { label: 'Name', placeholder: 'API_KEY' },
  value: { label: 'Value', placeholder: 'Value' },
};
const headerWords = {
  label: 'Headers',
  description: 'Sent with each request.',
  of: 'header',
  name: { label: 'Name', placeholder: 'Authorization' },
  value: { label: 'Value', placeholder: 'Bearer {{secret.API_KEY}}' },
};
const responseWords = {
  label: 'Parts of the response',
  description: 'The parts of a JSON response that the model gets, by JSON Pointer. Without any, all of it.',
  of: 'part',
  name: { label: 'Name', placeholder: 'status' },
  value: { label: 'Pointer', placeholder: '/order/status' },
};

/** The request of an HTTP tool: its address, inputs, headers and secrets, and what counts as a success. */
export function RequestFields({ form }: { form: ToolForm }) {
  const { values, errors, setFieldValue } = form;
  return (
    <>
      <div className={css['address']}>
        <Select label="Method" data={methods} allowDeselect={false} {...form.getInputProps('method')} />
        <Textarea
          label="Address"
          placeholder="https://api.example.com/orders/{number}"
          classNames={{ input: css['code'] ?? '' }}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={2_000}
          spellCheck={false}
          {...form.getInputProps('url')}
        />
      </div>
      <p className={css['hint']}>
        {'{number}'} in the path or the query is the input of that name. Other inputs go to their place below; by
        default to the query of GET and DELETE, and to the JSON body of others.
      </p>
      <InputsField
        value={values.inputs}
        arePlaced
        error={errors['inputs']}
        onChange={(inputs) => setFieldValue('inputs', inputs)}
      />
      <PairsField
        words={secretWords}
        rows={values.secrets}
        more={{ isStored: false }}
        error={errors['secrets']}
        onChange={(secrets) => setFieldValue('secrets', secrets)}
        fieldsOf={({ isStored }) => ({
          ...{ isNameFixed: isStored, isSecret: true },
          ...(isStored && { hint: 'Stored; type to replace' }),
        })}
      />
      <PairsField
        words={headerWords}
        rows={values.headers}
        more={{}}
        error={errors['headers']}
        onChange={(headers) => setFieldValue('headers', headers)}
      />
      <details
        className={css['more']}
        open={errors['success'] !== undefined || errors['response'] !== undefined || undefined}
      >
        <summary>
          <Icon name="chevronRight" size={12} /> Response
        </summary>
        <div className={css['moreFields']}>
          <TextInput
            label="Success"
            description="Statuses that are a success, or ranges of them, apart by commas."
            placeholder="200-299, 404"
            {...form.getInputProps('success')}
          />
          <PairsField
            words={responseWords}
            rows={values.response}
            more={{}}
            error={errors['response']}
            onChange={(response) => setFieldValue('response', response)}
          />
        </div>
      </details>
    </>
  );
}
