import { SegmentedControl } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { useEffect, useRef, useState } from 'react';
import { Seal } from '../../../ui/code/seal.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { type Scheme, shownColours } from './colours/colours.ts';
import { valuesToForm } from './form/form-values.ts';
import type { Launcher as LauncherValues, RuleValues } from './launcher/launcher-values.ts';
import { picturePath } from './picture/picture-path.ts';
import css from './preview.module.css';
import type { WebValues } from './web-settings.ts';

interface PreviewProps {
  readonly channel: Channel;
  readonly settings: WebValues;
  readonly agentName: string | undefined;
  readonly scheme: Scheme;
  readonly onScheme: (scheme: Scheme) => void;
}

/** The chat as visitors will see it, with the changes that are not saved yet; of a widget also its launcher alone. */
export function Preview({ channel, settings, agentName, scheme, onScheme }: PreviewProps) {
  const { mode, radius } = settings.theme;
  const isWidget = channel.type === 'widget';
  const picture = picturePath(channel);
  const frame = useShownSettings({
    ...settings,
    agent: channel.agent,
    picture,
    title: settings.title.trim() || agentName || '',
    suggestions: settings.suggestions.filter((text) => text.trim() !== ''),
    theme: { ...settings.theme, mode: scheme, radius: typeof radius === 'number' ? radius : 12 },
    form: valuesToForm(settings.form),
    allowedOrigins: undefined,
  });
  const [isOpen, setOpen] = useOpen(settings);
  const isShown = isOpen || !isWidget;
  return (
    <figure className={css['preview']} aria-label="Preview">
      <Caption {...{ scheme, onScheme, setOpen }} isOpen={isWidget ? isOpen : undefined} />
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
        {!isWidget && <Bar channelId={channel._id} />}
        {/* Only to look at: a message typed here would be lost. A closed one stays, so that it needn't load again. */}
        <div
          className={css['chat']}
          inert
          data-closed={!isShown || undefined}
          style={isWidget ? { borderRadius: `${radius}px` } : {}}
        >
          <iframe ref={frame} className={css['frame']} src={`/chat/${channel._id}`} title="The chat" tabIndex={-1} />
        </div>
        {!isShown && <Bubble rules={settings.proactive} />}
        {isWidget && (
          <Launcher
            {...settings.launcher}
            agentId={channel.agent}
            picture={picture}
            colours={shownColours(settings.theme[scheme], scheme)}
          />
        )}
      </div>
    </figure>
  );
}

interface CaptionProps extends Pick<PreviewProps, 'scheme' | 'onScheme'> {
  /** Undefined for a page, which is always open. */
  readonly isOpen: boolean | undefined;
  readonly setOpen: (isOpen: boolean) => void;
}

function Caption({ scheme, onScheme, isOpen, setOpen }: CaptionProps) {
  return (
    <figcaption className={css['caption']}>
      <span className={css['title']}>Preview</span>
      {isOpen !== undefined && (
        <SegmentedControl
          size="xs"
          aria-label="Preview of the chat"
          data={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Closed' },
          ]}
          value={isOpen ? 'open' : 'closed'}
          onChange={(chosen) => setOpen(chosen === 'open')}
        />
      )}
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
  );
}

/** True while the preview shows the open chat: a change of the bubbles closes it, and one of the chat opens it. */
function useOpen({ proactive, launcher, position, ...chat }: WebValues) {
  const [isOpen, setOpen] = useState(true);
  const texts = { rules: JSON.stringify(proactive), chat: JSON.stringify(chat) };
  const before = useRef(texts);
  useEffect(() => {
    const { rules, chat: ofChat } = before.current;
    before.current = { rules: texts.rules, chat: texts.chat };
    if (ofChat !== texts.chat) setOpen(true);
    else if (rules !== texts.rules) setOpen(proactive.length === 0);
  }, [texts.rules, texts.chat, proactive.length]);
  return [isOpen, setOpen] as const;
}

/** The first bubble that has a text. */
function Bubble({ rules }: { rules: readonly RuleValues[] }) {
  const text = rules.map((rule) => rule.text.trim()).find((each) => each !== '');
  if (text === undefined) return null;
  return (
    <div className={css['bubble']} dir="auto">
      {text}
    </div>
  );
}

interface LauncherProps extends LauncherValues {
  readonly agentId: string;
  /** The path of the picture of the chat; undefined without one. */
  readonly picture: string | undefined;
  readonly colours: { readonly accent: string; readonly accentText: string };
}

/** The launcher of a widget; a seal is on white, so that the accent doesn't hide its colour. */
function Launcher({ icon, text, agentId, picture, colours: { accent, accentText } }: LauncherProps) {
  const isSeal = icon === 'seal';
  const isPicture = icon === 'picture' && picture !== undefined;
  const colours = isSeal ? { background: '#fff', color: '#18181b' } : { background: accent, color: accentText };
  const words = text.trim();
  return (
    <div className={css['launcher']} inert data-pill={words !== '' || undefined} style={colours}>
      {isSeal && <Seal id={agentId} size={36} />}
      {isPicture && <img className={css['picture']} src={picture} alt="" />}
      {!isSeal && !isPicture && <Icon name={icon === 'question' ? 'help' : 'agent'} size={24} />}
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
