import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Agent } from '@parley/sdk';
import { useEffect } from 'react';
import { keepAgent } from '../../../../api/attach.ts';
import { callApi } from '../../../../api/client.ts';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { TagsInput } from '../../../../ui/overlays/tags-input.tsx';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { Section } from '../../../../ui/page/page.tsx';
import { useLeaveGuard } from '../../../agents/use-leave-guard.ts';
import { type FilterRow, filterLimits, filterOf, rowsOf, validateFilter } from './filter-rows.ts';
import css from './knowledge-filter.module.css';

/** The metadata that documents must have for an agent to find them. */
export function KnowledgeFilter({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const stored = { knowledgeFilter: rowsOf(agent.knowledgeFilter) };
  const form = useForm<{ knowledgeFilter: FilterRow[] }>({
    initialValues: stored,
    validate: { knowledgeFilter: validateFilter },
  });
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty);
  const adopt = (knowledgeFilter: FilterRow[]) => {
    form.setInitialValues({ knowledgeFilter });
    form.setValues({ knowledgeFilter });
    form.resetDirty({ knowledgeFilter });
    form.clearErrors();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the service count, not each keystroke.
  useEffect(() => {
    if (!isDirty) adopt(stored.knowledgeFilter);
  }, [agent.updatedAt]);
  const submission = useSubmit(
    form,
    ({ knowledgeFilter }) =>
      callApi((client) =>
        client.agents.update(agent._id, { knowledgeFilter: filterOf(knowledgeFilter) }).withResponse(),
      ),
    (changed) => {
      keepAgent(changed);
      adopt(rowsOf(changed.data.knowledgeFilter));
    },
  );
  const rows = form.getValues().knowledgeFilter;
  const { knowledgeFilter: error } = form.errors;
  const onChange = (changed: FilterRow[]) => form.setFieldValue('knowledgeFilter', changed);
  return (
    <Section
      title="Filter by metadata"
      lead="The agent finds only documents that have one of the values of each key; of keys that a document doesn’t have, those of its source count."
    >
      <form onSubmit={submission.submit} noValidate aria-label="Filter by metadata">
        {rows.length === 0 && <p className={css['none']}>No filter: the agent searches all of its sources.</p>}
        <FilterRows rows={rows} readOnly={!mayWrite} onChange={onChange} />
        {error !== undefined && (
          <p className={css['wrong']} role="alert">
            {error}
          </p>
        )}
        {mayWrite && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              disabled={rows.length >= filterLimits.keys}
              onClick={() =>
                onChange([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', values: [] }])
              }
            >
              Add key
            </Button>
            {(isDirty || submission.problem !== undefined) && (
              <SaveBar
                isDirty={isDirty}
                submission={submission}
                errors={form.errors}
                undo={() => adopt(stored.knowledgeFilter)}
              />
            )}
          </>
        )}
      </form>
    </Section>
  );
}

function FilterRows(props: { rows: FilterRow[]; readOnly: boolean; onChange: (rows: FilterRow[]) => void }) {
  const { rows, readOnly, onChange } = props;
  const change = (id: number, changed: Partial<FilterRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  if (rows.length === 0) return null;
  return (
    <ul className={css['rows']}>
      {rows.map(({ id, key, values }, index) => {
        const name = key === '' ? `key ${index + 1}` : key;
        return (
          <li key={id} className={css['row']}>
            <TextInput
              aria-label={`Key ${index + 1}`}
              placeholder="region"
              readOnly={readOnly}
              value={key}
              onChange={({ currentTarget }) => change(id, { key: currentTarget.value })}
            />
            <TagsInput
              aria-label={`Values of ${name}`}
              placeholder={values.length === 0 ? 'eu' : ''}
              readOnly={readOnly}
              acceptValueOnBlur
              value={[...values]}
              onChange={(changed) => change(id, { values: changed })}
            />
            {!readOnly && (
              <Tip label="Remove">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(rows.filter((row) => row.id !== id))}
                >
                  <Icon name="close" />
                </ActionIcon>
              </Tip>
            )}
          </li>
        );
      })}
    </ul>
  );
}
