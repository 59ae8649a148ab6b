/** Edges of a part of the window, in pixels from its top left corner. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where toasts appear. On phones they take the whole width. */
type ToastPlace = `${'top' | 'bottom'}-${'right' | 'center'}`;

/** Max width of a window in which toasts take the whole width, in pixels. */
const narrow = 640;

/** Max width of a toast with its margin, and the height of two with a hint, in pixels. */
const extent = { width: 460, height: 240 };

/** Toasts must not touch the field either, and the send button beside it, in pixels. */
const margin = 48;

/**
 * The place of the toasts in a window: at the top, since the composer and the buttons of forms are at the bottom. They
 * move to the bottom if they would cover more of the focused field at the top.
 */
export function placeOfToasts(field: Area | undefined, window: { width: number; height: number }): ToastPlace {
  const isNarrow = window.width <= narrow;
  const left = isNarrow ? 0 : window.width - extent.width;
  const covered = (top: number) =>
    field === undefined ? 0 : overlap(field, { left, top, right: window.width, bottom: top + extent.height });
  const side = covered(0) > covered(window.height - extent.height) ? 'bottom' : 'top';
  return `${side}-${isNarrow ? 'center' : 'right'}`;
}

/** How much of a field, with its margin, lies in an area, in square pixels. */
function overlap(field: Area, area: Area): number {
  const width = Math.min(field.right + margin, area.right) - Math.max(field.left - margin, area.left);
  const height = Math.min(field.bottom + margin, area.bottom) - Math.max(field.top - margin, area.top);
  return Math.max(width, 0) * Math.max(height, 0);
}
