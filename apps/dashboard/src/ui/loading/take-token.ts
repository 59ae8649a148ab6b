/**
 * Reads the one-time token from the address and removes it, so that it stays neither in the address bar nor in the
 * history.
 */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? kept;
  kept = token;
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}

// React may create a component twice before it is shown; the address has no token the second time.
let kept: string | undefined;
