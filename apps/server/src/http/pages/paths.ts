/** The page of the API document. */
export const docsPage = '/docs';

/** The page of every error code; `#<code>` leads to one. */
export const errorsPage = '/docs/errors';
