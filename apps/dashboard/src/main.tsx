import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './ui/app.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { RenewDialog } from './features/sign-in/renew-dialog.tsx';
import { router } from './routes.tsx';
import { styleNonce } from './ui/nonce.ts';
import { cssVariables, theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the dashboard.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <RouterProvider router={router} />
          <RenewDialog />
          <Notifications position="bottom-right" limit={4} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
