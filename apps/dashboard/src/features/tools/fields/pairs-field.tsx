import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from '../tools.module.css';
import { newKey } from './inputs.ts';
import type { Pair } from './values.ts';

/** The words of a list of pairs: `of` names one of them, such as `header`. */
interface PairWords {
  readonly label: string;
  readonly description: React.ReactNode;
  readonly of: string;
  readonly name: { readonly label: string; readonly placeholder: string };
  readonly value: { readonly label: string; readonly placeholder: string };
}

interface PairsFieldProps<Row extends Pair> {
  readonly words: PairWords;
  readonly rows: readonly Row[];
  /** The fields of a new row beside its name and value. */
  readonly more: Omit<Row, keyof Pair>;
  readonly onChange: (rows: readonly Row[]) => void;
  readonly error?: React.ReactNode;
  /** Props of the fields of one row. */
  readonly fieldsOf?: (row: Row) => {
    readonly isNameFixed: boolean;
    readonly isSecret: boolean;
    readonly hint?: string;
  };
}

/** Edits a list of names and values. */
export function PairsField<Row extends Pair>(props: PairsFieldProps<Row>) {
  const { words, rows, more, onChange, error, fieldsOf } = props;
  const change = (key: string, part: Partial<Pair>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Input.Wrapper
      label={words.label}
      labelElement="div"
      description={words.description}
      descriptionProps={{ mb: 6 }}
      error={error}
    >
      {rows.length > 0 && (
        <ul className={css['rows']}>
          {rows.map((row, index) => {
            const { isNameFixed = false, isSecret = false, hint } = fieldsOf?.(row) ?? {};
            const which = `${words.of} ${index + 1}`;
            return (
              <li key={row.key} className={css['pair']}>
                <TextInput
                  aria-label={`${words.name.label} of ${which}`}
                  placeholder={words.name.placeholder}
                  readOnly={isNameFixed}
                  spellCheck={false}
                  autoComplete="off"
                  value={row.name}
                  onChange={(event) => change(row.key, { name: event.currentTarget.value })}
                />
                <TextInput
                  aria-label={`${words.value.label} of ${which}`}
                  placeholder={hint ?? words.value.placeholder}
                  type={isSecret ? 'password' : 'text'}
                  autoComplete={isSecret ? 'new-password' : 'off'}
                  spellCheck={false}
                  value={row.value}
                  onChange={(event) => change(row.key, { value: event.currentTarget.value })}
                />
                <Remove label={`Remove ${which}`} onClick={() => onChange(rows.filter(({ key }) => key !== row.key))} />
              </li>
            );
          })}
        </ul>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => onChange([...rows, { ...more, key: newKey(), name: '', value: '' } as Row])}
      >
        Add {words.of}
      </Button>
    </Input.Wrapper>
  );
}

/** The button that removes a row. */
export function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </Tip>
  );
}
