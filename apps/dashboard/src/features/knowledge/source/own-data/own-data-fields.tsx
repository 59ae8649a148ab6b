import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import type { MetadataRow } from './metadata-rows.ts';
import type { OwnData } from './own-data.ts';
import css from './own-data-fields.module.css';

/** Max keys of metadata. */
const mostKeys = 50;

/** The fields for what only the caller's own systems use: their ID of an object, and its metadata. */
export function OwnDataFields<Values extends OwnData>(props: { form: UseFormReturnType<Values>; readOnly: boolean }) {
  const { readOnly } = props;
  const form = props.form as unknown as UseFormReturnType<OwnData>;
  const rows = form.getValues().metadata;
  const { metadata: error } = form.errors;
  const onChange = (changed: MetadataRow[]) => form.setFieldValue('metadata', changed);
  const change = (id: number, changed: Partial<MetadataRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  const add = () => onChange([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', value: '' }]);
  return (
    <>
      <TextInput
        label="External ID"
        description="Your own ID, by which your systems find it. None unless set."
        placeholder="cms-4711"
        readOnly={readOnly}
        {...form.getInputProps('externalId')}
      />
      <fieldset className={css['metadata']}>
        <legend className={css['legend']}>Metadata</legend>
        <p className={css['about']}>Searches and agents can be limited to documents with certain values.</p>
        {rows.length > 0 && (
          <ul className={css['rows']}>
            {rows.map(({ id, key, value }, index) => (
              <li key={id} className={css['row']}>
                <TextInput
                  aria-label={`Key ${index + 1}`}
                  placeholder="region"
                  readOnly={readOnly}
                  value={key}
                  onChange={(event) => change(id, { key: event.currentTarget.value })}
                />
                <TextInput
                  aria-label={`Value of ${key === '' ? `key ${index + 1}` : key}`}
                  placeholder="eu"
                  readOnly={readOnly}
                  value={value}
                  onChange={(event) => change(id, { value: event.currentTarget.value })}
                />
                {!readOnly && (
                  <Tip label="Remove">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove ${key === '' ? `key ${index + 1}` : key}`}
                      onClick={() => onChange(rows.filter((row) => row.id !== id))}
                    >
                      <Icon name="close" />
                    </ActionIcon>
                  </Tip>
                )}
              </li>
            ))}
          </ul>
        )}
        {rows.length === 0 && readOnly && <p className={css['about']}>None</p>}
        {error !== undefined && (
          <p className={css['wrong']} role="alert">
            {error}
          </p>
        )}
        {!readOnly && (
          <Button variant="default" leftSection={<Icon name="plus" />} disabled={rows.length >= mostKeys} onClick={add}>
            Add metadata
          </Button>
        )}
      </fieldset>
    </>
  );
}
