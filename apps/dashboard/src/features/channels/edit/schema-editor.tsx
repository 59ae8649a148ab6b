import { Button } from '@mantine/core';
import type { Channel, ChannelType } from '@parley/sdk';
import { useMemo } from 'react';
import { errorsByPath } from '../../../api/errors.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { HandoverFields } from '../handover/handover-fields.tsx';
import { formToHandover, type HandoverValues, handoverMistakes, handoverToForm } from '../handover/handover-values.ts';
import {
  canAsk,
  noSatisfaction,
  type SatisfactionValues,
  satisfactionMistakes,
} from '../handover/satisfaction-values.ts';
import { SatisfactionFields } from '../web/form/satisfaction-fields.tsx';
import { isBeside } from './beside.ts';
import type { Codec } from './channel-values.ts';
import { Checked } from './checked.tsx';
import css from './fields.module.css';
import { GeneralFields } from './general-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import {
  type FormValue,
  fieldsOf,
  fromFormSettings,
  type SchemaField,
  toFormSettings,
  validateFields,
} from './schema.ts';
import { SchemaFields } from './schema-fields.tsx';
import { type ChannelEditor, useChannelEditor } from './use-channel-editor.ts';
import { useSettingsCheck } from './use-settings-check.ts';

/** The settings of a messenger: those of the fields, its handover, and its question after closing. */
interface Settings {
  handover: HandoverValues;
  satisfaction: SatisfactionValues;
  [field: string]: FormValue | HandoverValues | SatisfactionValues;
}

/** Converts the settings of a kind to the values of a form built from JSON Schema, and back. */
const codecOf = (kind: ChannelType, fields: readonly SchemaField[]): Codec<Settings> => ({
  toForm: (settings) => ({
    ...toFormSettings(fields, settings),
    handover: handoverToForm(settings['handover'], kind),
    satisfaction: { ...noSatisfaction, ...(settings['satisfaction'] as Partial<SatisfactionValues> | undefined) },
  }),
  toSettings: ({ satisfaction: { asked, question }, ...values }) => ({
    ...{ ...fromFormSettings(fields, values), handover: formToHandover(values.handover) },
    ...(canAsk(kind) && { satisfaction: { asked, question: question.trim() } }),
  }),
  validate: (values) => ({
    ...validateFields(fields, values, false),
    ...handoverMistakes(values.handover),
    ...satisfactionMistakes(values.satisfaction),
  }),
});

interface EditorProps {
  readonly channel: Channel;
  readonly kind: ChannelType;
  readonly mayWrite: boolean;
}

/** The settings of a channel whose kind has no editor of its own. */
export function SchemaEditor({ channel, kind, mayWrite }: EditorProps) {
  const fields = useMemo(() => fieldsOf(kind.settings), [kind]);
  const codec = useMemo(() => codecOf(kind, fields), [kind, fields]);
  const editor = useChannelEditor(channel, codec);
  useLeaveGuard(editor.isDirty, (path) => path.startsWith(`/agents/${channel.agent}/channels/${channel._id}`));
  const { form } = editor;
  return (
    <form onSubmit={editor.save} noValidate aria-label="Channel" className={css['form']}>
      {!mayWrite && <p className={css['readOnly']}>Your role here can view channels, not change them.</p>}
      <GeneralFields form={form} readOnly={!mayWrite} />
      {fields.length > 0 && (
        <SettingsSection channel={channel} kind={kind} mayWrite={mayWrite} fields={fields} form={form} />
      )}
      <Section title="People">
        <div className={css['fields']}>
          <HandoverFields form={form} readOnly={!mayWrite} workspaceId={channel.workspace} byWord />
          {canAsk(kind) && <SatisfactionFields form={form} readOnly={!mayWrite} byNumber />}
        </div>
      </Section>
      <LimitFields form={form} readOnly={!mayWrite} isWeb={false} />
      {mayWrite && <SaveBar isDirty={editor.isDirty} submission={editor} errors={form.errors} undo={editor.undo} />}
    </form>
  );
}

interface SettingsProps extends EditorProps {
  readonly fields: readonly SchemaField[];
  readonly form: ChannelEditor<Settings>['form'];
}

/** The settings of the kind, and the check of them as they are in the form. */
function SettingsSection({ channel, kind, mayWrite, fields, form }: SettingsProps) {
  const check = useSettingsCheck({
    agentId: channel.agent,
    type: channel.type,
    channel: channel._id,
    onError: (failure) => form.setErrors(errorsByPath(failure)),
  });
  const settings = fromFormSettings(fields, form.values.settings);
  const ask = form.onSubmit(() => void check.ask(settings));
  const button = (
    <Button variant="default" loading={check.isPending} onClick={() => ask()}>
      Check
    </Button>
  );
  return (
    <Section
      title={kind.title}
      {...(kind.isTried && mayWrite && { lead: 'A check asks the platform, and saves nothing.', action: button })}
    >
      <div className={css['found']}>
        {check.error !== null && !isBeside(check.error, form.values) && <ProblemNotice error={check.error} />}
        <Checked found={check.foundOf(settings)} />
      </div>
      <SchemaFields
        {...{ fields, form }}
        stored={toFormSettings(fields, channel.settings)}
        readOnly={!mayWrite}
        key={channel.updatedAt}
      />
    </Section>
  );
}
