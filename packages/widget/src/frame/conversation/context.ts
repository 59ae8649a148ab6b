import type { PageContext } from '../../protocol.ts';

/** Min width of a touch screen that is a tablet's, in CSS pixels of its shorter side. */
const tabletWidth = 600;

/** Returns the context of the page and the browser, for each message. */
export function contextOf(page: PageContext) {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isSmall = Math.min(screen.width, screen.height) < tabletWidth;
  const { language } = navigator;
  return {
    ...page,
    ...(/^[a-z0-9-]{1,35}$/i.test(language) && { language }),
    device: isTouch ? (isSmall ? 'phone' : 'tablet') : 'desktop',
  };
}
