import type { Channel, ChannelType } from '@parley/sdk';
import { useMemo } from 'react';
import { Section } from '../../../ui/page.tsx';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import type { Codec } from './channel-values.ts';
import css from './fields.module.css';
import { GeneralFields } from './general-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import {
  type FormSettings,
  fieldsOf,
  fromFormSettings,
  type SchemaField,
  toFormSettings,
  validateField,
} from './schema.ts';
import { SchemaFields } from './schema-fields.tsx';
import { useChannelEditor } from './use-channel-editor.ts';

/** How a form by JSON Schema holds the settings of its kind. */
const codecOf = (fields: readonly SchemaField[]): Codec<FormSettings> => ({
  toForm: (settings) => toFormSettings(fields, settings),
  toSettings: (values) => fromFormSettings(fields, values),
  validate: (values) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const message = validateField(field, values[field.name] ?? '', false);
        return message === null ? [] : [[field.name, message]];
      }),
    ),
});

interface EditorProps {
  readonly channel: Channel;
  readonly kind: ChannelType;
  readonly mayWrite: boolean;
}

/** The settings of a channel whose kind has no editor of its own. */
export function SchemaEditor({ channel, kind, mayWrite }: EditorProps) {
  const fields = useMemo(() => fieldsOf(kind.settings), [kind]);
  const codec = useMemo(() => codecOf(fields), [fields]);
  const editor = useChannelEditor(channel, codec);
  useLeaveGuard(editor.isDirty, (path) => path.startsWith(`/agents/${channel.agent}/channels/${channel._id}`));
  const { form } = editor;
  return (
    <form onSubmit={editor.save} noValidate aria-label="Channel" className={css['form']}>
      {!mayWrite && <p className={css['readOnly']}>Your role here can view channels, not change them.</p>}
      <GeneralFields form={form} readOnly={!mayWrite} />
      {fields.length > 0 && (
        <Section title={kind.title}>
          <SchemaFields fields={fields} form={form} readOnly={!mayWrite} key={channel.updatedAt} />
        </Section>
      )}
      <LimitFields form={form} readOnly={!mayWrite} />
      {mayWrite && <SaveBar editor={editor} />}
    </form>
  );
}
