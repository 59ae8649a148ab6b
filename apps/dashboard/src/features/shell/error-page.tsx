import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { toProblem } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { CopyableId } from '../../ui/code/copy.tsx';
import { Page } from '../../ui/page/page.tsx';

/** True if a page is inside the shell, which already has the landmark of the page's content. */
export const InShell = createContext(false);

function Main({ children }: { children: ReactNode }) {
  return useContext(InShell) ? children : <main>{children}</main>;
}

/** The page shown after an unexpected failure, with the request ID to quote. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { message, hint, requestId } = toProblem(error);
  return (
    <Main>
      <Page
        narrow
        title="Something went wrong"
        lead={
          <>
            <p>{message}</p>
            {hint !== undefined && <p>{hint}</p>}
            {requestId !== undefined && (
              <p>
                Request ID for support: <CopyableId id={requestId} what="request ID" />
              </p>
            )}
          </>
        }
      >
        <Button onClick={reset}>Try again</Button>{' '}
        <Button variant="default" component="a" href={paths.home}>
          Go to Home
        </Button>
      </Page>
    </Main>
  );
}

/** The page for an unknown path. */
export function NotFoundPage() {
  return (
    <Main>
      <Page narrow title="Page not found" lead="The link may be outdated or the address mistyped.">
        <Button component={Link} to={paths.home}>
          Go to Home
        </Button>
      </Page>
    </Main>
  );
}
