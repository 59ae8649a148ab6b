import type { Conversation } from '@parley/sdk';
import type { ReactNode } from 'react';
import { outerAddress } from '../../../ui/loading/outer-address.ts';
import css from './details.module.css';

type Visitor = NonNullable<Conversation['visitor']>;
type Page = NonNullable<NonNullable<Visitor['context']>['page']>;

/** Answers to the form of the channel, and the page where the visitor is. Nothing of it is verified. */
export function VisitorFacts({ visitor: { form, context } }: { visitor: Visitor }) {
  const { page = null, firstPage = null, language = null, device = null, attributes = {} } = context ?? {};
  const values = { ...form, ...attributes };
  return (
    <section aria-label="Visitor">
      <dl className={css['facts']}>
        {Object.entries(values).map(([name, value]) => (
          <Fact key={name} name={name}>
            {typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)}
          </Fact>
        ))}
        {page !== null && <Fact name="Page">{link(page)}</Fact>}
        {firstPage !== null && firstPage.url !== page?.url && <Fact name="First page">{link(firstPage)}</Fact>}
        {firstPage?.referrer != null && <Fact name="Came from">{link({ url: firstPage.referrer, title: '' })}</Fact>}
        {language !== null && <Fact name="Language">{language}</Fact>}
        {device !== null && <Fact name="Device">{devices[device]}</Fact>}
      </dl>
    </section>
  );
}

const devices = { desktop: 'Computer', tablet: 'Tablet', phone: 'Phone' } as const;

function link({ url, title }: Pick<Page, 'url' | 'title'>): ReactNode {
  const address = outerAddress(url);
  if (address === undefined) return url;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={css['link']} title={url}>
      {title || url}
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
