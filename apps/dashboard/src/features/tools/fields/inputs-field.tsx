import { Button, Checkbox, Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Select } from '../../../ui/overlays/select.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from '../tools.module.css';
import {
  type InputRow,
  type Inputs,
  type InputType,
  inputTypes,
  newInput,
  type Place,
  parseSchema,
  places,
  rowsOf,
  schemaOf,
} from './inputs.ts';
import { Remove } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const typeChoices = choicesOf(inputTypes);
const placeChoices = choicesOf(places);

/** Edits the inputs of a tool, as rows or as JSON Schema. With `arePlaced`, each has a place in a request. */
export function InputsField({ form, arePlaced = false }: { form: ToolForm; arePlaced?: boolean }) {
  const value = form.values.inputs;
  const onChange = (inputs: Inputs) => form.setFieldValue('inputs', inputs);
  const [refusal, setRefusal] = useState<string>();
  const isJson = 'json' in value;
  const turn = (to: string) => {
    setRefusal(undefined);
    if (to === 'json' && !isJson) return onChange({ json: JSON.stringify(schemaOf(value.rows), null, 2) });
    if (to !== 'rows' || !isJson) return;
    const schema = parseSchema(value.json);
    const rows = typeof schema === 'string' ? undefined : rowsOf(schema);
    if (rows !== undefined) return onChange({ rows });
    setRefusal(typeof schema === 'string' ? schema : 'This schema says more than rows can show.');
  };
  return (
    <Input.Wrapper
      label="Inputs"
      labelElement="div"
      description="The model fills them in when it calls the tool."
      descriptionProps={{ mb: 8 }}
      error={refusal ?? form.errors['inputs']}
    >
      <div className={css['views']}>
        <SegmentedControl
          aria-label="View of the inputs"
          size="xs"
          data={[
            { value: 'rows', label: 'Rows' },
            { value: 'json', label: 'JSON Schema' },
          ]}
          value={isJson ? 'json' : 'rows'}
          onChange={turn}
        />
      </div>
      {isJson ? (
        <Textarea
          aria-label="JSON Schema of the inputs"
          classNames={{ input: css['code'] ?? '' }}
          autosize
          minRows={6}
          maxRows={24}
          spellCheck={false}
          value={value.json}
          onChange={(event) => {
            setRefusal(undefined);
            onChange({ json: event.currentTarget.value });
          }}
        />
      ) : (
        <Rows rows={value.rows} arePlaced={arePlaced} onChange={(rows) => onChange({ rows })} />
      )}
    </Input.Wrapper>
  );
}

type RowsProps = {
  rows: readonly InputRow[];
  arePlaced: boolean;
  onChange: (rows: readonly InputRow[]) => void;
};

function Rows({ rows, arePlaced, onChange }: RowsProps) {
  const change = (key: string, part: Partial<InputRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <>
      {rows.length > 0 && (
        <ul className={css['rows']}>
          {rows.map((row, index) => (
            <Row
              key={row.key}
              row={row}
              which={`input ${index + 1}`}
              isPlaced={arePlaced}
              onChange={(part) => change(row.key, part)}
              onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => onChange([...rows, newInput()])}
      >
        Add input
      </Button>
    </>
  );
}

function Row(props: {
  row: InputRow;
  which: string;
  isPlaced: boolean;
  onChange: (part: Partial<InputRow>) => void;
  onRemove: () => void;
}) {
  const { row, which, isPlaced, onChange, onRemove } = props;
  return (
    <li className={css['input']}>
      <TextInput
        aria-label={`Name of ${which}`}
        placeholder="number"
        spellCheck={false}
        autoComplete="off"
        value={row.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        aria-label={`Type of ${which}`}
        data={typeChoices}
        allowDeselect={false}
        value={row.type}
        onChange={(type) => onChange({ type: (type ?? 'string') as InputType })}
      />
      {isPlaced && (
        <Select
          aria-label={`Place of ${which}`}
          placeholder="Usual place"
          clearable
          clearButtonProps={{ 'aria-label': 'Usual place' }}
          data={placeChoices}
          value={row.place === '' ? null : row.place}
          onChange={(place) => onChange({ place: (place ?? '') as Place | '' })}
        />
      )}
      <Remove label={`Remove ${which}`} onClick={onRemove} />
      <TextInput
        className={css['about'] ?? ''}
        aria-label={`Description of ${which}`}
        placeholder="What it is, for the model"
        value={row.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Checkbox
        className={css['required'] ?? ''}
        label="Required"
        aria-label={`Required: ${which}`}
        checked={row.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </li>
  );
}
