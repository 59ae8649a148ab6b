import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { AgentFields } from './agent-form.tsx';
import css from './edit-tab.module.css';
import type { AgentEditor } from './use-agent-editor.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const ConflictDialog = lazyNamed(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog));

interface EditTabProps {
  editor: AgentEditor;
  mayWrite: boolean;
  /** True if another tab is shown; the form keeps its input then. */
  isHidden: boolean;
}

/** The form of an agent, with its save bar. */
export function EditTab({ editor, mayWrite, isHidden }: EditTabProps) {
  const { form, base, isDirty, theirs, submission, undo, settle, postpone } = editor;
  const own = `/agents/${base.agent._id}`;
  // Its tabs; a channel of it is a page of its own.
  useLeaveGuard(isDirty, (path) => path.startsWith(own) && !path.startsWith(`${own}/channels/`));
  const element = useSaveShortcut(base.agent._id, { isHidden, isDirty });
  return (
    <div hidden={isHidden}>
      <form ref={element} onSubmit={submission.submit} noValidate aria-label="Agent">
        {!mayWrite && <p className={css['readOnly']}>Your role here can view agents, not change them.</p>}
        <AgentFields form={form} readOnly={!mayWrite} />
        {mayWrite && <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={undo} />}
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
    </div>
  );
}

/** Saves with Ctrl+S or ⌘S. On another tab, it shows the form first: that is where the outcome is. */
function useSaveShortcut(agentId: string, { isHidden, isDirty }: { isHidden: boolean; isDirty: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const save = () => {
    if (!isDirty) return;
    setAsked(true);
    if (isHidden) void navigate({ to: paths.agent, params: { agentId } });
  };
  useHotkeys([['mod+S', save]], []);
  useEffect(() => {
    if (!isAsked || isHidden) return;
    setAsked(false);
    element.current?.requestSubmit();
  }, [isAsked, isHidden]);
  return element;
}
