/** The page's nonce, with which components may add style elements (Content Security Policy Level 3, section 6.7.3). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The package that keeps the page from scrolling behind a dialog looks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
