import './ui/styles/mantine.css';
import './ui/styles/font.css';
import './ui/styles/type.css';
import './ui/styles/app.css';
import './ui/styles/fields.css';
import './ui/styles/first.css';
import './ui/styles/touch.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { LimitNotice } from './features/shell/limit-notice.tsx';
import { Renewal } from './features/sign-in/renewal.tsx';
import { ShownCodes } from './features/two-step/shown-codes.tsx';
import { router } from './routes.tsx';
import { Confirmation } from './ui/dialogs/confirmation.tsx';
import { watchFocus } from './ui/focus/last-focus.ts';
import { watchStyles } from './ui/loading/load-code.ts';
import { loadOverlaysSoon } from './ui/overlays/load.ts';
import { styleNonce } from './ui/styles/nonce.ts';
import { cssVariables, theme } from './ui/styles/theme.ts';
import { Toaster } from './ui/toasts/toaster.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the dashboard.');

watchFocus();
watchStyles();
loadOverlaysSoon();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Renewal />
        <ShownCodes />
        <Confirmation />
        <LimitNotice />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
