/** What every page in HTML is sent with, under a policy (Content Security Policy Level 3) of its own, by directive. */
export const pageHeaders = (policy: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
});
