import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Suspense } from 'react';
import bar from '../../ui/form-bar.module.css';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { AgentFields } from './agent-form.tsx';
import css from './edit-tab.module.css';
import type { AgentEditor } from './use-agent-editor.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const ConflictDialog = lazyNamed(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog));

/** The form of an agent, with its save bar. */
export function EditTab({ editor, mayWrite }: { editor: AgentEditor; mayWrite: boolean }) {
  const { form, base, isDirty, theirs, submission, undo, settle, postpone } = editor;
  const own = `/agents/${base.agent._id}`;
  // Its tabs; a channel of it is a page of its own.
  useLeaveGuard(isDirty, (path) => path.startsWith(own) && !path.startsWith(`${own}/channels/`));
  useHotkeys([['mod+S', () => isDirty && submission.submit()]], []);
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Agent">
      {!mayWrite && <p className={css['readOnly']}>Your role here can view agents, not change them.</p>}
      <AgentFields form={form} readOnly={!mayWrite} />
      {mayWrite && (
        <div className={bar['bar']}>
          {submission.problem !== undefined && (
            <div className={bar['problem']}>
              <ProblemNotice error={submission.problem} />
            </div>
          )}
          <span role="status" className={bar['state']}>
            {isDirty ? 'Unsaved changes' : 'All changes saved'}
          </span>
          <Button variant="default" disabled={!isDirty} onClick={undo}>
            Undo
          </Button>
          <Button type="submit" disabled={!isDirty} loading={submission.isPending}>
            Save
          </Button>
        </div>
      )}
      <Suspense>
        {theirs !== undefined && (
          <ConflictDialog
            base={base.agent}
            theirs={theirs.agent}
            yours={form.values}
            onSettle={settle}
            onClose={postpone}
          />
        )}
      </Suspense>
    </form>
  );
}
