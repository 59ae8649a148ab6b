/** The page's nonce, which allows components to add style elements (Content Security Policy Level 3, section 6.7.3). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The scroll lock of dialogs reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
