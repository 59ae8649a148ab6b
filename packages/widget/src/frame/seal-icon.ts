import { sealBox, sealOf } from '../seal.ts';
import type { Settings } from './settings.ts';

let shown = '';

/** Shows the picture of the channel, or the seal of its agent, as the icon of the page that the chat is. */
export function showIconInTab({ agent, picture }: Pick<Settings, 'agent' | 'picture'>): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = picture || agent;
  if (link === null || shown === wanted) return;
  shown = wanted;
  if (picture !== '') {
    link.href = picture;
    return;
  }
  const { wax, ink, edge, figure, line } = sealOf(agent);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sealBox} ${sealBox}"><path d="${edge}" fill="${wax}"/>` +
    `<path d="${figure}" fill="none" stroke="${ink}" stroke-width="${line}" stroke-linecap="round"/></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
