import { Button, Input, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import css from './fields.module.css';
import type { SchemaField } from './schema.ts';

interface Props {
  readonly fields: readonly SchemaField[];
  /** A form whose settings are at `settings`. */
  readonly form: { readonly getInputProps: (path: string, options?: object) => InputProps };
  readonly readOnly: boolean;
  /** Whether the channel doesn't exist yet, so that no secret is stored. */
  readonly isNew?: boolean;
}
type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

/** The form of a kind, as its JSON Schema describes it. */
export function SchemaFields({ fields, form, readOnly, isNew = false }: Props) {
  return (
    <div className={css['fields']}>
      {fields.map((field) => {
        const type = field.entry === 'switch' ? { type: 'checkbox' } : undefined;
        const input = form.getInputProps(`settings.${field.name}`, type);
        return <OneField key={field.name} field={field} input={input} readOnly={readOnly} isNew={isNew} />;
      })}
    </div>
  );
}

interface OneFieldProps {
  readonly field: SchemaField;
  readonly input: InputProps;
  readonly readOnly: boolean;
  readonly isNew: boolean;
}

function OneField({ field, input, readOnly, isNew }: OneFieldProps) {
  const { label, description, entry, options, min, max, isRequired } = field;
  const about = { label, ...(description !== undefined && { description }) };
  const common = { ...about, withAsterisk: isRequired && isNew, readOnly, ...input };
  if (entry === 'switch') return <Switch {...about} disabled={readOnly} {...input} />;
  if (entry === 'choice') return <Select {...common} data={[...options]} allowDeselect={!isRequired} />;
  if (entry === 'number') {
    return <NumberInput {...common} {...(min !== undefined && { min })} {...(max !== undefined && { max })} />;
  }
  if (entry === 'secret') return <SecretField about={about} input={input} readOnly={readOnly} isNew={isNew} />;
  if (entry === 'text') return <TextInput {...common} />;
  return <Textarea {...common} autosize minRows={2} maxRows={8} />;
}

/** A secret: typed when the channel is made, then only replaced. It is never shown. */
function SecretField(props: Omit<OneFieldProps, 'field'> & { about: { label: string; description?: string } }) {
  const { about, input, readOnly, isNew } = props;
  const [isReplacing, setReplacing] = useState(isNew);
  if (isReplacing) {
    return <PasswordInput {...about} autoComplete="off" data-autofocus={!isNew || undefined} {...input} />;
  }
  return (
    <Input.Wrapper {...about} labelElement="div">
      <div className={css['secret']}>
        Stored, and never shown
        {!readOnly && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Replace ${about.label}`}
            onClick={() => setReplacing(true)}
          >
            Replace
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
