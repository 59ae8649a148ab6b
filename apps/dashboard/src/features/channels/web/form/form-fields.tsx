import { Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Icon } from '../../../../ui/page/icons.tsx';
import { Section } from '../../../../ui/page/page.tsx';
import fields from '../../edit/fields.module.css';
import { RowActions } from '../row-actions.tsx';
import type { WebForm } from '../web-form.ts';
import { type FormField, maxFields, newField } from './form-values.ts';

const path = 'settings.form';

const whens = [
  { value: 'off', label: 'Never' },
  { value: 'before', label: 'Before the first message' },
  { value: 'after_first', label: 'After the first reply' },
];

const types: { value: FormField['type']; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'Email address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'select', label: 'Choice' },
  { value: 'checkbox', label: 'Checkbox' },
  { value: 'textarea', label: 'Long text' },
];

/** Questions of the chat to visitors, and facts that the agent is told. */
export function VisitorFields({ form, readOnly }: WebForm) {
  const { when, fields: asked } = form.getValues().settings.form;
  const set = (next: FormField[]) => form.setFieldValue(`${path}.fields`, next);
  return (
    <Section title="Visitors">
      <div className={fields['fields']}>
        <Select
          label="Form"
          description="Asks visitors for their address, or for anything else."
          data={whens}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps(`${path}.when`)}
        />
        {when !== 'off' && (
          <>
            <TextInput label="Introduction" readOnly={readOnly} {...form.getInputProps(`${path}.intro`)} />
            {asked.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place; its key changes while it is typed.
              <Field key={index} {...{ form, readOnly, index }} onChange={set} />
            ))}
            {!readOnly && (
              <Button
                variant="default"
                leftSection={<Icon name="plus" />}
                disabled={asked.length >= maxFields}
                onClick={() => set([...asked, newField(asked)])}
              >
                {asked.length >= maxFields ? `At most ${maxFields}` : 'Add field'}
              </Button>
            )}
            <TextInput
              label="Consent"
              description="Shown above the button. For a box to tick, add a checkbox."
              readOnly={readOnly}
              {...form.getInputProps(`${path}.consent.text`)}
            />
            <TextInput
              label="Page about it"
              placeholder="https://example.com/privacy"
              readOnly={readOnly}
              {...form.getInputProps(`${path}.consent.url`)}
            />
          </>
        )}
        <Switch
          label="Tell the agent the page"
          description="Its address and title, and what your site sets with it. Your team always sees them."
          disabled={readOnly}
          {...form.getInputProps('settings.pageContext', { type: 'checkbox' })}
        />
      </div>
    </Section>
  );
}

interface FieldProps extends WebForm {
  readonly index: number;
  readonly onChange: (fields: FormField[]) => void;
}

function Field({ form, readOnly, index, onChange }: FieldProps) {
  const { fields: asked } = form.getValues().settings.form;
  const own = `${path}.fields.${index}`;
  const field = asked[index];
  if (field === undefined) return null;
  const name = field.label.trim() || `Field ${index + 1}`;
  return (
    <fieldset className={fields['fields']}>
      <legend>{name}</legend>
      <Group grow align="start">
        <TextInput label="Label" readOnly={readOnly} {...form.getInputProps(`${own}.label`)} />
        <Select
          label="Kind"
          data={types}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps(`${own}.type`)}
        />
      </Group>
      <TextInput
        label="Key"
        description="The name of the answer for the agent and the API."
        readOnly={readOnly}
        {...form.getInputProps(`${own}.key`)}
      />
      {field.type === 'select' && (
        <Textarea
          label="Choices"
          description="One on each line."
          autosize
          minRows={2}
          readOnly={readOnly}
          {...form.getInputProps(`${own}.options`)}
        />
      )}
      <TextInput label="Help" readOnly={readOnly} {...form.getInputProps(`${own}.description`)} />
      <Stack gap="xs">
        <Switch label="Required" disabled={readOnly} {...form.getInputProps(`${own}.required`, { type: 'checkbox' })} />
        {!readOnly && <RowActions {...{ name, index, onChange }} items={asked} />}
      </Stack>
    </fieldset>
  );
}
