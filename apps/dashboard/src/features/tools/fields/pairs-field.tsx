import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from '../tools.module.css';
import { newKey } from './inputs.ts';
import type { ToolForm } from './use-tool-form.ts';
import type { Pair } from './values.ts';

/** The words of a list of pairs: `of` names one of them, such as `header`. */
interface PairWords {
  readonly label: string;
  readonly description: string;
  readonly of: string;
  readonly namePlaceholder: string;
  readonly value: { readonly label: string; readonly placeholder: string };
}

const lists = {
  secrets: {
    label: 'Secrets',
    description: 'Stored sealed and never shown again. Headers and the address refer to one as {{secret.API_KEY}}.',
    of: 'secret',
    namePlaceholder: 'API_KEY',
    value: { label: 'Value', placeholder: 'Value' },
  },
  headers: {
    label: 'Headers',
    description: 'Sent with each request.',
    of: 'header',
    namePlaceholder: 'Authorization',
    value: { label: 'Value', placeholder: 'Bearer {{secret.API_KEY}}' },
  },
  response: {
    label: 'Parts of the response',
    description: 'The parts of a JSON response that the model gets, by JSON Pointer. Without any, all of it.',
    of: 'part',
    namePlaceholder: 'status',
    value: { label: 'Pointer', placeholder: '/order/status' },
  },
} as const satisfies Readonly<Record<string, PairWords>>;

/** Edits the secrets, the headers or the parts of the response of a tool. */
export function PairsField({ form, list }: { form: ToolForm; list: keyof typeof lists }) {
  const words: PairWords = lists[list];
  const rows = form.values[list];
  const set = (next: readonly Pair[]) => form.setFieldValue(list, next);
  return (
    <Input.Wrapper
      label={words.label}
      labelElement="div"
      description={words.description}
      descriptionProps={{ mb: 6 }}
      error={form.errors[list]}
    >
      {rows.length > 0 && (
        <ul className={css['rows']}>
          {rows.map((row, index) => (
            <Row
              key={row.key}
              row={row}
              words={words}
              which={`${words.of} ${index + 1}`}
              isSecret={list === 'secrets'}
              onChange={(part) => set(rows.map((each) => (each === row ? { ...row, ...part } : each)))}
              onRemove={() => set(rows.filter((each) => each !== row))}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => set([...rows, { key: newKey(), name: '', value: '' }])}
      >
        Add {words.of}
      </Button>
    </Input.Wrapper>
  );
}

function Row(props: {
  row: Pair;
  words: PairWords;
  which: string;
  isSecret: boolean;
  onChange: (part: Partial<Pair>) => void;
  onRemove: () => void;
}) {
  const { row, words, which, isSecret, onChange, onRemove } = props;
  const { name, value, isStored = false } = row;
  return (
    <li className={css['pair']}>
      <TextInput
        aria-label={`Name of ${which}`}
        placeholder={words.namePlaceholder}
        readOnly={isStored}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`${words.value.label} of ${which}`}
        placeholder={isStored ? 'Stored; type to replace' : words.value.placeholder}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <Remove label={`Remove ${which}`} onClick={onRemove} />
    </li>
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
