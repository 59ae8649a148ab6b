import { Button, SegmentedControl } from '@mantine/core';
import type { Channel, ChannelType } from '@parley/sdk';
import { useState } from 'react';
import { usePackage } from '../../../api/packages.ts';
import { Snippet } from '../../../ui/code/snippet.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { isWeb, urlsOf } from '../channel-words.ts';
import { ConnectionSection } from './connection-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import css from './setup-tab.module.css';
import { frameOf, policyOf, reactOf, snippetOf } from './snippet.ts';
import { Address, StepList } from './step-list.tsx';
import { isInWords } from './steps.ts';
import { TestSection } from './test-section.tsx';

interface SetupProps {
  readonly channel: Channel;
  readonly kind: ChannelType;
  readonly mayWrite: boolean;
}

/** Steps outside the dashboard that let people reach the agent through a channel, and a test that they work. */
export function SetupTab({ channel, kind, mayWrite }: SetupProps) {
  return (
    <div className={css['setup']}>
      {channel.type === 'widget' && <WidgetSetup channel={channel} />}
      {channel.type === 'page' && <PageSetup channel={channel} />}
      {!isWeb(channel.type) && <MessengerSetup channel={channel} kind={kind} />}
      <TestSection channel={channel} recipient={kind.recipient} mayWrite={mayWrite} />
      {kind.secret === 'identity' && <IdentitySection channel={channel} />}
    </div>
  );
}

function WidgetSetup({ channel }: { channel: Channel }) {
  return (
    <>
      <SiteSection channel={channel} />
      <Section
        title="If your site has a Content-Security-Policy"
        lead="Add these sources to its directives. Nothing else is loaded into your page."
      >
        <Snippet label="policy" code={policyOf(channel)} />
      </Section>
      <Section title="Or share it as a page" lead="The same chat, full size, for anyone with the link.">
        <PageLink channel={channel} />
      </Section>
    </>
  );
}

/** A way to add a widget to a site: where the code goes, and the code, which may name the path of the React package. */
interface Way {
  readonly lead: string;
  readonly codeOf: (channel: Channel, path?: string) => string;
}

const ways: Readonly<Record<'HTML' | 'React', Way>> = {
  HTML: { lead: 'Paste this line into your pages, before </body>.', codeOf: snippetOf },
  React: { lead: 'Install the package, and render this beside your router’s outlet.', codeOf: reactOf },
};

function SiteSection({ channel }: { channel: Channel }) {
  const [way, setWay] = useState<keyof typeof ways>('HTML');
  const { lead, codeOf } = ways[way];
  const { data: react } = usePackage('react');
  return (
    <Section title="Add it to your site" lead={lead}>
      <div className={css['stack']}>
        <SegmentedControl
          aria-label="Kind of site"
          className={css['languages'] ?? ''}
          data={Object.keys(ways)}
          value={way}
          onChange={(value) => setWay(value as keyof typeof ways)}
        />
        <Snippet label="snippet" code={codeOf(channel, react?.path)} wrap />
      </div>
    </Section>
  );
}

function PageSetup({ channel }: { channel: Channel }) {
  return (
    <>
      <Section title="Share the link" lead="Anyone with the link can chat.">
        <PageLink channel={channel} />
      </Section>
      <Section
        title="Or show it in a frame of your site"
        lead="Name the site under allowed origins first: no other site may frame the page."
      >
        <Snippet label="frame" code={frameOf(channel)} wrap />
      </Section>
    </>
  );
}

function PageLink({ channel: { urls } }: { channel: Channel }) {
  const { page } = urls;
  if (page === undefined) return null;
  return (
    <div className={css['link']}>
      <Address text={page} label="Copy link" />
      <Button
        component="a"
        href={page}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<Icon name="outside" />}
      >
        Open the page
      </Button>
    </div>
  );
}

/** Shows the state of a messenger's channel, the steps of its kind, and the addresses that their sentences name. */
function MessengerSetup({ channel, kind }: Omit<SetupProps, 'mayWrite'>) {
  const urls = urlsOf(channel.urls, kind.urls).filter(({ name }) => isInWords(kind.steps, name));
  return (
    <>
      <ConnectionSection channel={channel} kind={kind} />
      <Section title="Steps">
        <StepList steps={kind.steps} channel={channel} />
      </Section>
      {urls.length > 0 && (
        <Section title={urls.length === 1 ? 'Address to paste' : 'Addresses to paste'}>
          <dl className={css['urls']}>
            {urls.map(({ name, label, url }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <Address text={url} label={`Copy ${label.toLowerCase()}`} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
    </>
  );
}
