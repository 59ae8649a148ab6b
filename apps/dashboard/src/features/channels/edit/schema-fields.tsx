import { Button, Input, NumberInput, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { Select } from '../../../ui/overlays/select.tsx';
import css from './fields.module.css';
import { type FormSettings, fieldsFor, groupsOf, movedFor, type SchemaField, type Values } from './schema.ts';

interface Props {
  readonly fields: readonly SchemaField[];
  /** A form whose settings are at `settings`. */
  readonly form: {
    readonly values: { readonly settings: Values };
    readonly getInputProps: (path: string, options?: object) => InputProps;
  };
  readonly readOnly: boolean;
  /** The settings as they are stored; absent for a channel that doesn't exist yet. */
  readonly stored?: FormSettings;
}
type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

/** The form of a kind, as its JSON Schema describes it. Fields that don't apply to the current choices are left out. */
export function SchemaFields({ fields, form, readOnly, stored }: Props) {
  const shown = fieldsFor(fields, form.values.settings);
  const one = (field: SchemaField) => {
    const type = field.entry === 'switch' ? { type: 'checkbox' } : undefined;
    const input = form.getInputProps(`settings.${field.name}`, type);
    const moved = stored === undefined ? [] : movedFor(field, fields, { values: form.values.settings, stored });
    return <OneField key={field.name} isNew={stored === undefined} {...{ field, input, readOnly, moved }} />;
  };
  return (
    <div className={css['fields']}>
      {groupsOf(shown).map((group) =>
        group.title === undefined ? (
          group.fields.map(one)
        ) : (
          <fieldset key={group.title} className={css['group']}>
            <legend>{group.title}</legend>
            <div className={css['fields']}>{group.fields.map(one)}</div>
          </fieldset>
        ),
      )}
    </div>
  );
}

interface OneFieldProps {
  readonly field: SchemaField;
  readonly input: InputProps;
  readonly readOnly: boolean;
  readonly isNew: boolean;
  /** The changed fields for which a secret must be typed again. */
  readonly moved: readonly SchemaField[];
}

function OneField({ field, input, readOnly, isNew, moved }: OneFieldProps) {
  const { label, description, entry, options, isRequired } = field;
  const about = { label, ...(description !== undefined && { description }) };
  const common = { ...about, withAsterisk: isRequired && isNew, readOnly, ...input };
  if (entry === 'switch') return <Switch {...about} disabled={readOnly} {...input} />;
  if (entry === 'choice') return <Select {...common} data={[...options]} allowDeselect={!isRequired} />;
  if (entry === 'number') return <NumberInput {...common} {...rangeOf(field)} />;
  if (entry === 'secret') return <SecretField about={about} {...{ field, input, readOnly, isNew, moved }} />;
  if (entry === 'text') return <TextInput {...common} />;
  return <Textarea {...common} autosize minRows={2} maxRows={8} />;
}

const rangeOf = ({ min, max, isInteger }: SchemaField) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  allowDecimal: !isInteger,
});

/** A secret: typed when the channel is made, then only replaced, or typed again for another server. It is never shown. */
function SecretField(props: OneFieldProps & { about: { label: string; description?: string } }) {
  const { about, field, input, readOnly, isNew, moved } = props;
  const { isRequired } = field;
  const [isReplacing, setReplacing] = useState(isNew);
  // The typed text, and the service's error about it, stay in sight.
  if (isReplacing || moved.length > 0 || input.error || input.value) {
    const labels = moved.map(({ label }) => label).join(', ');
    return (
      <PasswordInput
        {...about}
        {...(moved.length > 0 && { description: `Enter it again if it is stored, because this changed: ${labels}.` })}
        withAsterisk={isRequired && isNew}
        // Browsers ignore "off" and would fill in the password of the dashboard.
        autoComplete="new-password"
        data-autofocus={!isNew || undefined}
        {...input}
      />
    );
  }
  return (
    <Input.Wrapper {...about} labelElement="div">
      <div className={css['secret']}>
        {isRequired ? 'Stored, never shown' : 'Never shown if stored'}
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
