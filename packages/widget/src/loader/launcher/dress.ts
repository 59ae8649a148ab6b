import { sealBox, sealOf } from '../../seal.ts';
import { addStyles } from '../add-styles.ts';
import type { Panel } from '../panel.ts';
import type { LauncherSettings } from './settings.ts';
import { shape } from './shapes.ts';

const question = 'M8.2 8.6a3.8 3.8 0 1 1 5.6 3.3c-1.2.7-1.8 1.400-1.8 2.700M12 18.600h.01';

const styles = `
.text{max-width:min(240px,100vw - 2*var(--o) - 90px);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
font-size:15px;animation:fade .2s}
.pill{grid-template-columns:26px auto;gap:10px;width:auto;padding:0 20px 0 16px}
.pill[aria-expanded=true]{grid-template-columns:auto;width:56px;padding:0}
.pill[aria-expanded=true] .text{display:none}
.sealed{background:#fff;color:#18181b}
.chat.seal{width:38px;height:38px;stroke:none;animation:fade .2s}
.sealed.pill{grid-template-columns:38px auto;padding-left:10px}
.sealed.pill[aria-expanded=true]{grid-template-columns:auto;padding:0}
@keyframes fade{from{opacity:0}}
`;

/** Gives the launcher its icon and text. A launcher beside another one stays round: a text would be over it. */
export function dress(panel: Panel, { agent, icon, text }: LauncherSettings): void {
  const { button } = panel;
  const [svg] = button.getElementsByClassName('chat');
  if (svg === undefined || (icon === 'chat' && text === '')) return;
  addStyles(panel, styles);
  if (icon === 'question') svg.replaceChildren(shape('path', { d: question }));
  if (icon === 'seal') {
    const { wax, ink, edge, figure, line } = sealOf(agent);
    svg.setAttribute('viewBox', `0 0 ${sealBox} ${sealBox}`);
    svg.classList.add('seal');
    svg.replaceChildren(
      shape('path', { d: edge, fill: wax }),
      shape('path', { d: figure, fill: 'none', stroke: ink, 'stroke-width': `${line}`, 'stroke-linecap': 'round' }),
    );
    button.classList.add('sealed');
  }
  // A chat inside an element isn't a launcher.
  if (text === '' || document.querySelectorAll('html>parley-widget').length > 1) return;
  const words = document.createElement('span');
  words.className = 'text';
  words.dir = 'auto';
  words.textContent = text;
  button.classList.add('pill');
  button.append(words);
  panel.label ??= text;
}
