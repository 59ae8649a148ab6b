/** Returns the headers of an HTML page, with its policy (Content Security Policy Level 3) by directive. */
export const pageHeaders = (policy: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
});
