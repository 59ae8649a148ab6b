import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { queries } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type NewSourceSearch, type Way, ways } from '../ways.ts';
import css from './add-page.module.css';
import { PlanRoom } from './plan-room/plan-room.tsx';
import { TextForm } from './text-form.tsx';

const forms: Readonly<Record<Way, ComponentType<{ agentId: string | undefined }>>> = {
  text: TextForm,
  file: lazyNamed(() => import('./files/files-form.tsx').then((module) => module.FilesForm)),
  documents: lazyNamed(() => import('./documents-form.tsx').then((module) => module.DocumentsForm)),
  url: lazyNamed(() => import('./page-form.tsx').then((module) => module.PageForm)),
  website: lazyNamed(() => import('./website-form.tsx').then((module) => module.WebsiteForm)),
  qa: lazyNamed(() => import('./pairs-form.tsx').then((module) => module.PairsForm)),
  git: lazyNamed(() => import('./connection-form.tsx').then((module) => module.GitForm)),
  s3: lazyNamed(() => import('./connection-form.tsx').then((module) => module.S3Form)),
  notion: lazyNamed(() => import('./connection-form.tsx').then((module) => module.NotionForm)),
};

/** Adds knowledge, in one of nine ways. The way is kept in the address. */
export function AddKnowledgePage() {
  const { type = 'text', agent }: NewSourceSearch = useSearch({ from: '/signed-in/knowledge/new' });
  const { may } = useWorkspace();
  const Form = forms[type];
  return (
    <Page
      title="Add knowledge"
      above={<Back agentId={agent} />}
      lead={agent !== undefined && <ForAgent id={agent} />}
      narrow
    >
      {may('agents:write') ? (
        <>
          <Ways chosen={type} />
          <PlanRoom />
          <Suspense fallback={<FormSkeleton fields={2} />}>
            <Form agentId={agent} />
          </Suspense>
        </>
      ) : (
        <p className={css['readOnly']}>Your role here can read knowledge, not add any.</p>
      )}
    </Page>
  );
}

function Back({ agentId }: { agentId: string | undefined }) {
  if (agentId === undefined) {
    return <BackLink to={paths.knowledge}>Knowledge</BackLink>;
  }
  return (
    <BackLink to={paths.agentKnowledge} params={{ agentId }}>
      Agent
    </BackLink>
  );
}

function ForAgent({ id }: { id: string }) {
  const { data } = useQuery(queries.agent(id));
  return <>{data === undefined ? 'It is attached to the agent.' : `It is attached to ${data.agent.name}.`}</>;
}

function Ways({ chosen }: { chosen: Way }) {
  const navigate = useNavigate({ from: paths.newSource });
  return (
    <fieldset className={css['ways']}>
      <legend className={css['legend']}>Type of source</legend>
      {ways.map(({ type, title, icon }) => (
        <UnstyledButton
          key={type}
          className={css['way']}
          aria-pressed={type === chosen}
          onClick={() => void navigate({ search: (old: NewSourceSearch) => ({ ...old, type }), replace: true })}
        >
          <Icon name={icon} size={18} />
          {title}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
