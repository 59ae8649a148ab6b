import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from './features/shell/error-page.tsx';
import { ownPath, paths } from './paths.ts';
import { only, present } from './search-params.ts';
import { loadCode } from './ui/loading/load-code.ts';

/** A page by its export name in a lazily loaded module; loading is retried. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);

/** The root of all pages. */
export const rootRoute = createRootRoute({
  component: Outlet,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

/** Pages before sign-in have no placeholder: the page before stays until they are there. */
const stays = { pendingMs: Number.POSITIVE_INFINITY };

/** Pages that work before sign-in. */
const setupRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.setup },
  ...stays,
  component: lazyPage(() => import('./features/setup/setup-page.tsx'), 'SetupPage'),
});
const joinRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.join },
  ...stays,
  component: lazyPage(() => import('./features/join/join-page.tsx'), 'JoinPage'),
});
const signInRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.signIn },
  validateSearch: only(({ next }): { next?: string } => present({ next: ownPath(next) })),
  ...stays,
  component: lazyPage(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const forgotPasswordRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.forgotPassword },
  ...stays,
  component: lazyPage(() => import('./features/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPasswordRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.resetPassword },
  ...stays,
  component: lazyPage(() => import('./features/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const approveRoute = createRoute({
  ...{ getParentRoute: () => rootRoute, path: paths.approve },
  ...stays,
  component: lazyPage(() => import('./features/approvals/approve-page.tsx'), 'ApprovePage'),
});

/** The pages that work before sign-in. */
export const outside = [
  setupRoute,
  joinRoute,
  signInRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  approveRoute,
] as const;
