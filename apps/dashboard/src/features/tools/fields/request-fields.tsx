import { TextInput } from '@mantine/core';
import { Select } from '../../../ui/overlays/select.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from '../tools.module.css';
import { AccountField } from './account-field.tsx';
import { AddressField } from './address-field.tsx';
import { InputsField } from './inputs-field.tsx';
import { OAuthFields } from './oauth-fields.tsx';
import { asksForClient } from './oauth-values.ts';
import { PairsField } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The request of an HTTP tool: its address, inputs, account, headers and secrets, and what counts as a success. */
export function RequestFields({ form }: { form: ToolForm }) {
  const { errors } = form;
  return (
    <>
      <div className={css['address']}>
        <Select label="Method" data={methods} allowDeselect={false} {...form.getInputProps('method')} />
        <AddressField form={form} placeholder="https://api.example.com/orders/{number}" />
      </div>
      <p className={css['hint']}>
        {'{number}'} in the path or the query is the input of that name. Other inputs go to their place below; by
        default to the query of GET and DELETE, and to the JSON body of others.
      </p>
      <InputsField form={form} arePlaced />
      <AccountField form={form} without="The API is open, or a header below has its key." only="try the tool" />
      {asksForClient(form.values) && <OAuthFields form={form} />}
      <PairsField form={form} list="secrets" />
      <PairsField form={form} list="headers" />
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
          <PairsField form={form} list="response" />
        </div>
      </details>
    </>
  );
}
