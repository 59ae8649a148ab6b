/** Returns the address as a user means it: `example.com` is `https://example.com`. Undefined if it isn't an address. */
export function readAddress(typed: string): URL | undefined {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : undefined;
}

/** The message about an invalid address. */
export const validateAddress = (typed: string): string | null => {
  if (typed.trim() === '') return 'Enter the address of the page.';
  return readAddress(typed) === undefined
    ? 'Must be the address of a web page, such as https://example.com/help.'
    : null;
};
