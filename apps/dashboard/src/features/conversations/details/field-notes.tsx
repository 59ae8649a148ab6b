import { Button } from '@mantine/core';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import css from './field-notes.module.css';
import type { useSavedField } from './use-saved-field.ts';

type Field = Pick<
  ReturnType<typeof useSavedField<'title' | 'tags' | 'metadata'>>,
  'theirs' | 'problem' | 'keepMine' | 'takeTheirs' | 'isPending'
>;

/** The note below a field that could not be saved: the value that another user has stored, or the failure. */
export function FieldNotes(props: { field: Field; show?: (theirs: unknown) => string; onSettled: () => void }) {
  const { field, show = String, onSettled } = props;
  if (field.problem !== undefined) {
    return (
      <div className={css['note']}>
        <ProblemNotice error={field.problem} />
      </div>
    );
  }
  if (field.theirs === undefined) return null;
  const keepMine = async () => {
    if ((await field.keepMine()) !== undefined) onSettled();
  };
  return (
    <div role="alert" className={`${css['note']} ${css['conflict']}`}>
      <div>This was changed elsewhere meanwhile, to:</div>
      <div className={css['theirs']}>{show(field.theirs) || '(empty)'}</div>
      <div className={css['choices']}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            field.takeTheirs();
            onSettled();
          }}
        >
          Keep that
        </Button>
        <Button size="compact-sm" loading={field.isPending} onClick={() => void keepMine()}>
          Save mine
        </Button>
      </div>
    </div>
  );
}
