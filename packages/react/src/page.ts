/** `window.parley` of the page: an array of calls until the script has loaded, then an object with the same `push`. */

/** A call, as `window.parley.push` takes it. All but `init`, `on` and `off` end with a channel. */
export type Call = readonly [name: string, ...args: unknown[]];

interface Page {
  parley?: Call[] | { push(...calls: Call[]): unknown };
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
}

interface Init {
  readonly channel: string;
}

interface Policy {
  createScriptURL(url: string): string;
}

/** Calls a function of `window.parley`, now or once the script has loaded. */
export function call(...made: Call): void {
  const page = window as unknown as Page;
  page.parley ??= [];
  if (Array.isArray(page.parley)) {
    const kept = page.parley.filter((waiting) => !revokes(made, waiting));
    page.parley.splice(0, page.parley.length, ...kept);
    // Nothing listens yet that could be removed.
    if (made[0] === 'off') return;
  }
  page.parley.push(made);
}

/**
 * True if a call makes a waiting one void. The script makes all calls of `on`, `init` and `setUser` before the others:
 * a `destroy` that waits would also remove a widget that is added after it.
 */
function revokes([name, ...args]: Call, [waiting, ...its]: Call): boolean {
  const isSameChannel = its.at(-1) === args.at(-1);
  switch (name) {
    case 'init': {
      const { channel } = args[0] as Init;
      return waiting === 'init' ? (its[0] as Init).channel === channel : waiting === 'destroy' && its[0] === channel;
    }
    case 'destroy':
      // The `init` stays: the script would report that the page names no channel.
      return waiting !== 'init' && isSameChannel;
    case 'off':
      return waiting === 'on' && its[0] === args[0] && isSameChannel;
    case 'setUser':
    case 'reset':
      return (waiting === 'setUser' || waiting === 'reset') && isSameChannel;
    default:
      return false;
  }
}

/** The script of an instance, and the channel that it is loaded for. */
export interface Script {
  readonly src: string;
  readonly host: string;
  readonly channel: string;
  readonly nonce: string | undefined;
  readonly integrity: string | undefined;
}

let isLoading = false;

/**
 * Loads a script unless one has loaded or is loading: one serves all channels of the page, those of other instances,
 * too. `onFailure` is called if it can't be loaded; the next call then tries again.
 */
export function loadScript({ src, host, channel, nonce, integrity }: Script, onFailure: (src: string) => void): void {
  if (isLoading || hasLoaded()) return;
  isLoading = true;
  const script = document.createElement('script');
  const settle = () => {
    isLoading = false;
    if (hasLoaded()) return;
    script.remove();
    onFailure(src);
  };
  script.addEventListener('load', settle);
  script.addEventListener('error', settle);
  script.async = true;
  // By these the script starts at once, even if the document is still arriving.
  Object.assign(script.dataset, { channel, host });
  if (nonce !== undefined) script.nonce = nonce;
  if (integrity !== undefined) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
  try {
    script.src = trusted(src);
    document.head.append(script);
  } catch {
    // Trusted Types of the page refuse the address.
    settle();
  }
}

function hasLoaded(): boolean {
  const { parley } = window as unknown as Page;
  return parley !== undefined && !Array.isArray(parley);
}

let policy: Policy | undefined;

/** The address as a page with `require-trusted-types-for 'script'` takes it. */
function trusted(src: string): string {
  try {
    // A second policy of the name would be refused.
    policy ??= (window as unknown as Page).trustedTypes?.createPolicy('parley', { createScriptURL: (url) => url });
  } catch {
    // The page's `trusted-types` don't name ours; it may still take the address as it is.
  }
  return policy?.createScriptURL(src) ?? src;
}
