import type { Panel } from './panel.ts';

/** Adds the styles of a part to those of a panel, which come first. */
export function addStyles({ element }: Pick<Panel, 'element'>, styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  element.shadowRoot?.adoptedStyleSheets.push(sheet);
}
