import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Seal } from '../../../ui/code/seal.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { type Scheme, shownColours } from './colours/colours.ts';
import { valuesToForm } from './form/form-values.ts';
import css from './preview.module.css';
import type { WebValues } from './web-settings.ts';

interface PreviewProps {
  readonly channelId: string;
  readonly agentId: string;
  readonly isWidget: boolean;
  readonly settings: WebValues;
  readonly agentName: string | undefined;
  readonly scheme: Scheme;
  readonly onScheme: (scheme: Scheme) => void;
}

/** The chat as visitors will see it, with the changes that are not saved yet. */
export function Preview({ channelId, agentId, isWidget, settings, agentName, scheme, onScheme }: PreviewProps) {
  const { mode, radius } = settings.theme;
  const colours = shownColours(settings.theme[scheme], scheme);
  const frame = useShownSettings({
    ...settings,
    agent: agentId,
    title: settings.title.trim() || agentName || '',
    suggestions: settings.suggestions.filter((text) => text.trim() !== ''),
    theme: { ...settings.theme, mode: scheme, radius: typeof radius === 'number' ? radius : 12 },
    form: valuesToForm(settings.form),
    allowedOrigins: undefined,
  });
  return (
    <figure className={css['preview']} aria-label="Preview">
      <figcaption className={css['caption']}>
        <span className={css['title']}>Preview</span>
        <SegmentedControl
          size="xs"
          aria-label="Preview in"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={scheme}
          onChange={(chosen) => onScheme(chosen as Scheme)}
        />
      </figcaption>
      {mode !== 'auto' && mode !== scheme && (
        <p className={css['note']}>
          Visitors see it {mode}: the mode is “always {mode}”.
        </p>
      )}
      <div
        className={css['stage']}
        data-kind={isWidget ? 'widget' : 'page'}
        data-scheme={scheme}
        data-position={settings.position}
      >
        {!isWidget && <Bar channelId={channelId} />}
        {/* Only to look at: a message typed here would be lost. */}
        <div className={css['chat']} inert style={isWidget ? { borderRadius: `${radius}px` } : {}}>
          <iframe ref={frame} className={css['frame']} src={`/chat/${channelId}`} title="The chat" tabIndex={-1} />
        </div>
        {isWidget && (
          <Launcher {...settings.launcher} agentId={agentId} accent={colours.accent} accentText={colours.accentText} />
        )}
      </div>
    </figure>
  );
}

interface LauncherProps {
  readonly icon: 'chat' | 'question' | 'seal';
  readonly text: string;
  readonly agentId: string;
  readonly accent: string;
  readonly accentText: string;
}

/** The launcher of a widget; a seal is on white, so that the accent doesn't hide its colour. */
function Launcher({ icon, text, agentId, accent, accentText }: LauncherProps) {
  const isSeal = icon === 'seal';
  const colours = isSeal ? { background: '#fff', color: '#18181b' } : { background: accent, color: accentText };
  const words = text.trim();
  return (
    <div className={css['launcher']} inert data-pill={words !== '' || undefined} style={colours}>
      {isSeal ? <Seal id={agentId} size={36} /> : <Icon name={icon === 'question' ? 'help' : 'agent'} size={24} />}
      {words !== '' && (
        <span className={css['words']} dir="auto">
          {words}
        </span>
      )}
    </div>
  );
}

/** The address bar above a chat page. */
function Bar({ channelId }: { channelId: string }) {
  return (
    <div className={css['bar']} aria-hidden="true">
      <i />
      <i />
      <i />
      <span>
        {location.host}/chat/{channelId}
      </span>
    </div>
  );
}

/** Sends settings to the chat in a frame: once it listens, and whenever they change. */
function useShownSettings(settings: object) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = JSON.stringify(settings);
  const sent = useRef(latest);
  sent.current = latest;
  const show = (json: string) =>
    frame.current?.contentWindow?.postMessage({ parley: 'preview', settings: JSON.parse(json) }, location.origin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` reads only the frame.
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      if (typeof data === 'object' && data !== null && data.parley === 'hello') show(sent.current);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview depends on the settings as text.
  useEffect(() => {
    show(latest);
  }, [latest]);
  return frame;
}
