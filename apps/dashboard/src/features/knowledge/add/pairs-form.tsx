import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { PairFields, validatePair } from '../pair-fields.tsx';
import { AddBar } from './add-bar.tsx';
import css from './pairs-form.module.css';
import { useSourceForm, validateName } from './use-source-form.ts';

interface Row {
  /** Tells rows apart while they come and go. */
  key: number;
  question: string;
  answer: string;
}

const isBlank = ({ question, answer }: Row) => question.trim() === '' && answer.trim() === '';

/** Adds questions and answers. Rows that stay empty are left out; without any, a CSV can be imported later. */
export function PairsForm({ agentId }: { agentId: string | undefined }) {
  const next = useRef(2);
  const { form, submission } = useSourceForm(
    agentId,
    {
      initialValues: { name: '', pairs: [{ key: 1, question: '', answer: '' }] as Row[] },
      validate: {
        name: validateName,
        pairs: {
          question: (value, { pairs }, path) =>
            isLeftOut(pairs, path) ? null : validatePair.question(value as string),
          answer: (value, { pairs }, path) => (isLeftOut(pairs, path) ? null : validatePair.answer(value as string)),
        },
      },
    },
    ({ name, pairs }) => ({
      type: 'qa',
      name: name.trim(),
      pairs: pairs.filter((row) => !isBlank(row)).map(({ question, answer }) => ({ question, answer })),
    }),
  );
  const { pairs } = form.getValues();
  const list = useFocusOnNew(pairs.length);
  const add = () => {
    form.insertListItem('pairs', { key: next.current, question: '', answer: '' });
    next.current += 1;
  };
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Questions and answers">
      <Stack gap="md">
        <TextInput label="Name" placeholder="Frequent questions" {...form.getInputProps('name')} />
        <ol ref={list} className={css['pairs']}>
          {pairs.map(({ key }, index) => (
            <li key={key} className={css['pair']}>
              <PairFields
                which={index + 1}
                question={form.getInputProps(`pairs.${index}.question`)}
                answer={form.getInputProps(`pairs.${index}.answer`)}
              />
              {pairs.length > 1 && (
                <Tip label="Remove pair">
                  <ActionIcon
                    className={css['remove'] ?? ''}
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove pair ${index + 1}`}
                    onClick={() => form.removeListItem('pairs', index)}
                  >
                    <Icon name="close" />
                  </ActionIcon>
                </Tip>
              )}
            </li>
          ))}
        </ol>
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={pairs.length >= fieldLimits.pairs}
            onClick={add}
          >
            Add another pair
          </Button>
          <p className={css['hint']}>
            Have them in a CSV? Leave the pairs empty and import it on the page of the source.
          </p>
        </div>
      </Stack>
      <AddBar submission={submission} agentId={agentId} action={pairs.every(isBlank) ? 'Create source' : 'Add pairs'} />
    </form>
  );
}

/** True if the field at a path (`pairs.3.answer`) is in a row that isn't sent. */
function isLeftOut(pairs: readonly Row[], path: string): boolean {
  const row = pairs[Number(path.split('.')[1])];
  return row !== undefined && isBlank(row);
}

/** Moves the focus into a row that the user has added. */
function useFocusOnNew(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    before.current = count;
  }, [count]);
  return list;
}
