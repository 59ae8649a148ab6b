import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import css from './page.module.css';

/** A page: its heading, actions and content. Sets the title of the browser tab. */
export function Page(props: {
  title: string;
  /** Rendered instead of the plain heading text. */
  heading?: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
  /** Content to the left of the heading and the lead: an agent's seal. */
  mark?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  const { title, heading, lead, above, mark, actions, narrow = false, children } = props;
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className={css['page']} data-narrow={narrow || undefined}>
      {above}
      <header className={css['header']}>
        {mark !== undefined && <div className={css['mark']}>{mark}</div>}
        <div className={css['words']}>
          <Title order={1} className={css['title']}>
            {heading ?? title}
          </Title>
          {lead !== undefined && <div className={css['lead']}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Section(props: { title: string; lead?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const { title, lead, action, children } = props;
  return (
    <section className={css['section']} aria-label={title}>
      <div className={css['sectionHeader']}>
        <div>
          <Title order={2} className={css['sectionTitle']}>
            {title}
          </Title>
          {lead !== undefined && <p className={css['sectionLead']}>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
