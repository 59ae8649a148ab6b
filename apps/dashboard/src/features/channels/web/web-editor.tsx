import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Channel } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import edit from '../edit/fields.module.css';
import { GeneralFields } from '../edit/general-fields.tsx';
import { LimitFields } from '../edit/limit-fields.tsx';
import { useChannelEditor } from '../edit/use-channel-editor.ts';
import { AccessFields, RepliesFields } from './access-fields.tsx';
import type { Scheme } from './colours/colours.ts';
import { VisitorFields } from './form/form-fields.tsx';
import { LauncherFields } from './launcher/launcher-fields.tsx';
import { LookFields } from './look-fields.tsx';
import { Preview } from './preview.tsx';
import css from './web-editor.module.css';
import { webCodec } from './web-settings.ts';
import { WordsFields } from './words-fields.tsx';

/** Min screen width for the preview beside the form, as in the style sheet. */
const wide = '(min-width: 1180px)';

/** The editor of a widget or a chat page, with a preview that shows unsaved changes. */
export function WebEditor({ channel, mayWrite }: { channel: Channel; mayWrite: boolean }) {
  const codec = useMemo(() => webCodec(channel.type), [channel.type]);
  const [view, setView] = useState('edit');
  const editor = useChannelEditor(channel, codec, () => setView('edit'));
  useLeaveGuard(editor.isDirty, (path) => path.startsWith(`/agents/${channel.agent}/channels/${channel._id}`));
  const { data } = useQuery(queries.agent(channel.agent));
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const { form } = editor;
  const { settings } = form.values;
  const [chosen, setScheme] = useState<Scheme>();
  const scheme = chosen ?? (settings.theme.mode === 'dark' ? 'dark' : 'light');
  const isWidget = channel.type === 'widget';
  const agentName = data?.agent.name;
  const fields = { form, readOnly: !mayWrite };
  return (
    <div>
      {!isWide && (
        <SegmentedControl
          fullWidth
          mb="lg"
          aria-label="View"
          data={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      <form className={css['columns']} onSubmit={editor.save} noValidate aria-label="Channel">
        <div hidden={!isWide && view !== 'edit'}>
          {!mayWrite && <p className={edit['readOnly']}>Your role here can view channels, not change them.</p>}
          <GeneralFields {...fields} />
          <WordsFields {...fields} agentName={agentName} />
          <LookFields {...fields} scheme={scheme} onScheme={setScheme} channel={channel} />
          {isWidget && <LauncherFields {...fields} hasPicture={channel.picture !== null} />}
          <RepliesFields {...fields} workspaceId={channel.workspace} />
          <VisitorFields {...fields} />
          <AccessFields {...fields} isWidget={isWidget} />
          <LimitFields {...fields} isWeb />
        </div>
        {(isWide || view === 'preview') && (
          <div className={css['side']}>
            <Preview channel={channel} settings={settings} agentName={agentName} scheme={scheme} onScheme={setScheme} />
          </div>
        )}
        {mayWrite && (
          <div className={css['save']}>
            <SaveBar isDirty={editor.isDirty} submission={editor} errors={form.errors} undo={editor.undo} />
          </div>
        )}
      </form>
    </div>
  );
}
