import type { Mode } from '../../protocol.ts';
import { addStyles } from '../add-styles.ts';
import type { Panel } from '../panel.ts';
import { shape } from './shapes.ts';

/** A bubble beside the launcher. */
export interface Bubble {
  remove(): void;
}

interface BubbleNeeds {
  readonly text: string;
  readonly side: 'left' | 'right';
  readonly mode: Mode;
  /** The name of the button that closes it. */
  readonly closeLabel: string;
  onOpen(): void;
  onClose(): void;
}

/** Time for which a live region must be there before its text, so that screen readers announce it, in ms. */
const settleFor = 100;

const styles = `
.bubble{position:absolute;bottom:72px;SIDE:0;display:flex;align-items:flex-start;box-sizing:border-box;
width:max-content;max-width:min(300px,100vw - 2*var(--o) - var(--x));max-height:30vh;overflow:auto;
border-radius:16px;border-bottom-SIDE-radius:5px;background:Canvas;color:CanvasText;
box-shadow:0 0 0 1px rgb(127 127 127/22%),0 8px 28px rgb(0 0 0/18%);animation:in .2s cubic-bezier(.2,.8,.2,1)}
.bubble .say{display:block;width:auto;height:auto;padding-block:14px;padding-inline:16px 2px;border-radius:12px;background:none;
color:inherit;box-shadow:none;transform:none;font-size:15px;font-weight:400;line-height:1.45;text-align:start;
white-space:pre-line;overflow-wrap:anywhere}
.bubble .say:focus-visible,.bubble .shut:focus-visible{outline:2px solid currentColor;outline-offset:-4px}
.bubble .shut{flex:none;width:40px;height:40px;margin:4px;border-radius:10px;background:none;color:inherit;
opacity:.65;box-shadow:none;transform:none}
.bubble .shut:hover{opacity:1}
.bubble .shut svg{width:18px;height:18px}
@media(forced-colors:active){.bubble{border:1px solid CanvasText}}
`;

/** Shows a bubble. Esc in it closes it and returns the focus to the launcher. */
export function showBubble(panel: Panel, { text, side, mode, closeLabel, onOpen, onClose }: BubbleNeeds): Bubble {
  addStyles(panel, styles.replaceAll('SIDE', side));
  const bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.dir = 'auto';
  if (mode !== 'auto') bubble.style.colorScheme = mode;
  const status = document.createElement('div');
  status.setAttribute('role', 'status');
  const say = document.createElement('button');
  say.type = 'button';
  say.className = 'say';
  say.textContent = text;
  say.addEventListener('click', onOpen);
  const shut = document.createElement('button');
  shut.type = 'button';
  shut.className = 'shut';
  shut.setAttribute('aria-label', closeLabel);
  shut.append(cross());
  const close = () => {
    const isFocused = bubble.matches(':focus-within');
    onClose();
    if (isFocused) panel.button.focus();
  };
  shut.addEventListener('click', close);
  bubble.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  bubble.append(status, shut);
  panel.button.before(bubble);
  const timer = setTimeout(() => status.append(say), settleFor);
  return {
    remove: () => {
      clearTimeout(timer);
      bubble.remove();
    },
  };
}

function cross(): SVGElement {
  const svg = shape('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  svg.append(shape('path', { d: 'M6 6l12 12M18 6 6 18' }));
  return svg;
}
