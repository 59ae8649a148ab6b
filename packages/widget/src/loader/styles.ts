/**
 * The styles of the launcher and the panel; they need no `style-src`. `:host` has important declarations only: they win
 * over every declaration of the page, also over inline styles (CSS Cascade 5, section 6.1). `SIDE` stands for the side
 * of the launcher.
 */
export const styles = `
:host{all:initial!important;direction:ltr!important;unicode-bidi:normal!important;display:block!important;
position:fixed!important;z-index:var(--z)!important;bottom:calc(var(--o) + env(safe-area-inset-bottom))!important;
SIDE:calc(var(--o) + var(--x) + env(safe-area-inset-SIDE))!important;overflow:visible!important;
font:500 14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif!important;color-scheme:light dark!important}
:host::before,:host::after,:host::backdrop{display:none!important}
@media print{:host{display:none!important}}
button{all:unset;box-sizing:border-box;display:grid;place-items:center;width:56px;height:56px;border-radius:28px;
cursor:pointer;background:var(--a);color:var(--t);
box-shadow:0 0 0 1px rgb(0 0 0/6%),0 2px 6px rgb(0 0 0/12%),0 8px 24px rgb(0 0 0/16%);
transition:transform .16s cubic-bezier(.2,.8,.2,1)}
button:hover{transform:scale(1.05)}
button:active{transform:scale(.97)}
button:focus-visible{outline:3px solid var(--a);outline-offset:3px}
svg{grid-area:1/1;width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;
stroke-linejoin:round;transition:opacity .16s,transform .16s}
.cross,.open .chat{opacity:0;transform:rotate(-45deg) scale(.6)}
.open .cross{opacity:1;transform:none}
.badge{position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 6px;box-sizing:border-box;
border-radius:10px;background:#d92d20;color:#fff;font-size:12px;font-weight:600;line-height:20px;text-align:center;
box-shadow:0 0 0 2px #fff;pointer-events:none}
[hidden]{display:none!important}
dialog{all:unset;position:fixed;box-sizing:border-box;display:none;overflow:hidden;
width:min(400px,100vw - 2*var(--o));height:min(640px,100vh - 2*var(--o) - 72px);
height:min(640px,100dvh - 2*var(--o) - 72px);
bottom:calc(var(--o) + 72px + env(safe-area-inset-bottom));SIDE:calc(var(--o) + env(safe-area-inset-SIDE));
border-radius:16px;background:Canvas;z-index:1;
box-shadow:0 0 0 1px rgb(0 0 0/8%),0 12px 48px rgb(0 0 0/20%);
animation:in .2s cubic-bezier(.2,.8,.2,1)}
dialog[open]{display:block}
dialog:modal{inset:0;width:100vw;height:100vh;height:100dvh;max-width:none;max-height:none;border-radius:0;
box-shadow:none}
dialog::backdrop{background:Canvas}
p{margin:0;padding:32px;text-align:center;color:CanvasText}
iframe{display:block;width:100%;height:100%;border:0}
@keyframes in{from{opacity:0;transform:translateY(12px) scale(.98)}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media(forced-colors:active){button,dialog{border:1px solid CanvasText}}
`;
