import { sealBox, sealOf } from '../seal.ts';

let shown = '';

/** Shows the seal of an agent as the icon of the page, where the chat is a page of its own. */
export function showSealInTab(agent: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link === null || shown === agent) return;
  shown = agent;
  const { wax, ink, edge, figure, line } = sealOf(agent);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sealBox} ${sealBox}"><path d="${edge}" fill="${wax}"/>` +
    `<path d="${figure}" fill="none" stroke="${ink}" stroke-width="${line}" stroke-linecap="round"/></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
