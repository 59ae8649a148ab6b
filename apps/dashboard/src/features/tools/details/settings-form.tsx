import { Stack } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { ApprovalFields } from '../fields/approval-fields.tsx';
import { BasicsFields } from '../fields/basics-fields.tsx';
import { OwnFields } from '../fields/own-fields.tsx';
import { useToolForm, withOwnFields } from '../fields/use-tool-form.ts';
import { bodyOf, secretsOf, type ToolValues, valuesOf } from '../fields/values.ts';
import { toolCalls } from '../tool-calls.ts';
import css from '../tools.module.css';

const save = ({ _id, type }: Tool, values: ToolValues): Promise<Tool> =>
  withOwnFields(
    type,
    toolCalls.update(_id, (stored) => {
      const secrets = secretsOf(values, stored);
      return { ...bodyOf(values, stored), ...(Object.keys(secrets).length > 0 && { secrets }) };
    }),
  );

/** The settings of a tool that exists. */
export function SettingsForm({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  const form = useToolForm(valuesOf(tool));
  const submission = useSubmit(
    form,
    (values) => save(tool, values),
    (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
    },
  );
  const isDirty = form.isDirty();
  useLeaveGuard(isDirty, (path) => path.endsWith(tool._id));
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Tool">
      <fieldset className={css['plain']} disabled={!mayWrite}>
        <Stack gap="lg">
          <BasicsFields form={form} workspaceId={tool.workspace} />
          <OwnFields form={form} />
          <h3 className={css['subtitle']}>Approval</h3>
          <p className={css['hint']}>Used by agents that require approval of this tool, in their tab Tools.</p>
          <ApprovalFields form={form} workspaceId={tool.workspace} />
        </Stack>
      </fieldset>
      {mayWrite && <SaveBar isDirty={isDirty} submission={submission} errors={form.errors} undo={form.reset} />}
    </form>
  );
}
