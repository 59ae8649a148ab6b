import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../page/icons.tsx';
import { ProblemNotice } from '../page/problem.tsx';
import bar from './form-bar.module.css';
import { SubmitButton } from './submit-button.tsx';
import type { Submission } from './use-submit.ts';

/** Time for which the bar stays in sight after its form has been saved, in ms. */
const savedFor = 4_000;

interface SaveBarProps {
  isDirty: boolean;
  submission: Pick<Submission, 'isPending' | 'problem' | 'retryAt'>;
  /** The errors of the fields, by field. */
  errors: object;
  undo: () => void;
}

/**
 * Says that a form has unsaved changes, and offers to save or undo them. With changes, and for a moment after they are
 * saved, the bar stays in sight while the form scrolls. It says that they are saved: no toast is needed.
 */
export function SaveBar({ isDirty, submission, errors, undo }: SaveBarProps) {
  const count = Object.keys(errors).length;
  const isSaved = useJustSaved(isDirty);
  const state = isDirty ? 'changed' : isSaved ? 'saved' : 'idle';
  return (
    <div className={bar['bar']} data-state={state}>
      {submission.problem !== undefined && (
        <div className={bar['problem']}>
          <ProblemNotice error={submission.problem} />
        </div>
      )}
      <span className={bar['state']}>
        <span className={bar['mark']} aria-hidden="true">
          {!isDirty && <Icon name="check" size={14} />}
        </span>
        <span role="status">
          {count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} a correction`}
          {count === 0 && (isDirty ? 'Unsaved changes' : 'All changes saved')}
        </span>
      </span>
      <Button variant="default" disabled={!isDirty} onClick={undo}>
        Discard
      </Button>
      <SubmitButton submission={submission} disabled={!isDirty}>
        Save
      </SubmitButton>
    </div>
  );
}

/** True for a moment after the changes of a form have ended. */
function useJustSaved(isDirty: boolean): boolean {
  const [wasDirty, setWasDirty] = useState(false);
  useEffect(() => {
    if (isDirty) return setWasDirty(true);
    const timer = setTimeout(() => setWasDirty(false), savedFor);
    return () => clearTimeout(timer);
  }, [isDirty]);
  return wasDirty && !isDirty;
}
