/** Takes the one-time token out of the address, so that it stays neither in the bar nor in the history. */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? kept;
  kept = token;
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}

// A component may be made twice before it is shown; the second time the address has no token any more.
let kept: string | undefined;
