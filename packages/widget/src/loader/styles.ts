/**
 * The styles of the launcher and the panel; they need no `style-src`. `:host` has important declarations only: they win
 * over every declaration of the page, also over inline styles (CSS Cascade 5, section 6.1). `SIDE` stands for the side
 * of the launcher.
 */
export const styles = `
:host{all:initial!important;direction:ltr!important;unicode-bidi:normal!important;display:block!important;
position:fixed!important;z-index:var(--z)!important;bottom:calc(var(--o) + env(safe-area-inset-bottom))!important;
SIDE:calc(var(--o) + var(--x) + env(safe-area-inset-SIDE))!important;
font:500 14px/1.4 system-ui,sans-serif!important;color-scheme:light dark!important}
:host::before,:host::after,:host::backdrop{display:none!important}
@media print{:host{display:none!important}}
button,dialog{all:unset;box-sizing:border-box;
box-shadow:0 0 0 1px rgb(0 0 0/8%),0 2px 6px rgb(0 0 0/10%),0 10px 36px rgb(0 0 0/18%)}
button{display:grid;place-items:center;width:56px;height:56px;border-radius:28px;
cursor:pointer;background:var(--a);color:var(--t);
transition:transform .16s cubic-bezier(.2,.8,.2,1)}
button:hover{transform:scale(1.05)}
button:active{transform:scale(.97)}
button:focus-visible{outline:3px solid var(--a);outline-offset:3px}
svg{grid-area:1/1;width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;
stroke-linejoin:round;transition:opacity .16s,transform .16s}
.cross,[aria-expanded=true] .chat{opacity:0;transform:rotate(-45deg) scale(.6)}
[aria-expanded=true] .cross{opacity:1;transform:none}
.badge{position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 6px;box-sizing:border-box;
border-radius:10px;background:#d92d20;color:#fff;font:600 12px/20px system-ui,sans-serif;text-align:center;
box-shadow:0 0 0 2px #fff;pointer-events:none}
[hidden]{display:none!important}
dialog{position:fixed;display:none;overflow:hidden;
width:min(400px,100vw - 2*var(--o));
height:min(640px,100dvh - 2*var(--o) - var(--g));
bottom:calc(var(--o) + var(--g) + env(safe-area-inset-bottom));SIDE:calc(var(--o) + env(safe-area-inset-SIDE));
border-radius:16px;background:Canvas;z-index:1;
animation:in .2s cubic-bezier(.2,.8,.2,1)}
dialog[open]{display:block}
dialog:modal{inset:0;width:100vw;height:100dvh;border-radius:0;
box-shadow:none}
dialog::backdrop{background:Canvas}
p{margin:0;padding:32px;text-align:center}
iframe{display:block;width:100%;height:100%;border:0}
@keyframes in{from{opacity:0;transform:translateY(12px) scale(.98)}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media(forced-colors:active){button,dialog{border:1px solid CanvasText}}
`;
