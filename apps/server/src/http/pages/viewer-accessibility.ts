/**
 * Accessibility repairs of the viewer of the API page (Scalar), for people who see badly or use no mouse. Its
 * configuration takes the styles; it has no setting for names and roles, so a script of this page repairs those.
 * `docs/api/README.md` lists what is left.
 */

/** Colours with a contrast of at least 4.5 on the viewer's grounds, and lists that don't scroll inside the page. */
export const viewerStyle = `
.light-mode {
  --scalar-color-2: #595959; --scalar-color-3: #636363; --scalar-color-accent: #0b5cad;
  --scalar-color-green: #00693f; --scalar-color-blue: #005e99; --scalar-color-red: #b3151a;
  --scalar-color-orange: #8f4700; --scalar-color-purple: #5b21b6; --scalar-color-yellow: #7a5600;
  --scalar-sidebar-search-color: #636363; --scalar-sidebar-color-2: #595959;
}
.dark-mode {
  --scalar-color-2: #b0b0b0; --scalar-color-3: #a3a3a3; --scalar-color-accent: #6cb2ff;
  --scalar-color-red: #ff8585; --scalar-sidebar-search-color: #a3a3a3;
}
:is(ul.endpoints, .scalar-card-content:has(> ul.endpoints)) { max-height: none !important; overflow: hidden !important; }
.endpoint, .endpoint * { min-width: 0; white-space: normal !important; overflow-wrap: anywhere; }
`.trim();

/**
 * The script that repairs names and roles whenever the viewer has drawn something. A button isn't selected (ARIA 1.2,
 * 6.6.39): it is the current one of its navigation.
 */
export const accessibilityScript = `
const mend = () => {
  for (const button of document.querySelectorAll('button[aria-selected]')) {
    button.toggleAttribute('aria-current', button.getAttribute('aria-selected') === 'true');
    if (button.hasAttribute('aria-current')) button.setAttribute('aria-current', 'true');
    button.removeAttribute('aria-selected');
  }
  for (const button of document.querySelectorAll('button[role="search"]')) button.removeAttribute('role');
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) button.removeAttribute('aria-label');
  for (const button of document.querySelectorAll('button:not([aria-label], [aria-labelledby])')) {
    if (button.matches('[class*="copy"]')) button.setAttribute('aria-label', 'Copy');
    else if (button.textContent.trim() === '') button.setAttribute('aria-label', 'More');
  }
};
let frame = 0;
new MutationObserver(() => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(mend);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected'] });
`;
