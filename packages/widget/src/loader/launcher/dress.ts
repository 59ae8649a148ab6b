import { sealBox, sealOf } from '../../seal.ts';
import { addStyles } from '../add-styles.ts';
import type { Seam } from './seam.ts';
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
.picture{grid-area:1/1;width:56px;height:56px;border-radius:28px;object-fit:cover;animation:fade .2s;
transition:opacity .16s,transform .16s}
[aria-expanded=true] .picture{opacity:0;transform:scale(.6)}
.pictured .chat{display:none}
.pictured.pill{grid-template-columns:40px auto;padding-left:8px}
.pictured.pill[aria-expanded=true]{grid-template-columns:auto;padding:0}
.pill .picture{width:40px;height:40px}
@keyframes fade{from{opacity:0}}
`;

/** Gives the launcher its icon and text. A launcher beside another one stays round: a text would be over it. */
export function dress({ panel, options }: Seam, { agent, icon, text, picture }: LauncherSettings): void {
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
  if (picture !== undefined) hang(button, `${options.host}${picture}.js`).catch(() => {});
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

/**
 * Shows a picture once it is there; else the icon stays. It comes as a module and is drawn, not loaded as an image:
 * pages have allowed our scripts, and need not allow our images.
 */
async function hang(button: HTMLButtonElement, address: string): Promise<void> {
  const { default: base64 } = await import(address);
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const picture = document.createElement('canvas');
  picture.className = 'picture';
  Object.assign(picture, { width: bitmap.width, height: bitmap.height });
  picture.getContext('2d')?.drawImage(bitmap, 0, 0);
  button.classList.add('pictured');
  button.prepend(picture);
}
