import { Button } from '@mantine/core';
import bar from '../../../ui/form-bar.module.css';
import { ProblemNotice } from '../../../ui/problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import type { ChannelEditor } from './use-channel-editor.ts';

/** Whether there are unsaved changes, and what to do with them. */
export function SaveBar<Settings extends object>({ editor }: { editor: ChannelEditor<Settings> }) {
  const { form, isDirty, problem, undo } = editor;
  const count = Object.keys(form.errors).length;
  return (
    <div className={bar['bar']}>
      {problem !== undefined && (
        <div className={bar['problem']}>
          <ProblemNotice error={problem} />
        </div>
      )}
      <span role="status" className={bar['state']}>
        {count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} a correction`}
        {count === 0 && (isDirty ? 'Unsaved changes' : 'All changes saved')}
      </span>
      <Button variant="default" disabled={!isDirty} onClick={undo}>
        Undo
      </Button>
      <SubmitButton submission={editor} disabled={!isDirty}>
        Save
      </SubmitButton>
    </div>
  );
}
