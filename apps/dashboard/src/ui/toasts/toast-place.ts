/** Edges of a part of the window, in pixels from its top left corner. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A corner or edge for toasts. On phones they take the whole width. */
type ToastPlace = `${'top' | 'bottom'}-${'left' | 'right' | 'center'}`;

/** Max width of a window in which toasts take the whole width, in pixels. */
const narrow = 640;

/** Max width of a toast with its margin, and the height of two with a hint, in pixels. */
const extent = { width: 460, height: 240 };

/** The height of the toast that comes first, with its margin, in pixels: most are alone. */
const firstHeight = 100;

/** Toasts must not touch the field either, and the send button beside it, in pixels. */
const margin = 48;

/** The places in a wide window, the best one first: the composer and the buttons of forms are at the bottom. */
const widePlaces: readonly ToastPlace[] = ['top-right', 'top-center', 'bottom-right', 'bottom-left', 'bottom-center'];
const narrowPlaces: readonly ToastPlace[] = ['top-center', 'bottom-center'];

/**
 * The place of the toasts in a window: the first one that covers nothing, else the one that covers the least. The
 * focused field counts before the buttons and links, and its surroundings with it.
 */
export function placeOfToasts(
  { field, controls }: { readonly field: Area | undefined; readonly controls: readonly Area[] },
  window: { readonly width: number; readonly height: number },
): ToastPlace {
  const places = window.width <= narrow ? narrowPlaces : widePlaces;
  const around = field && {
    ...{ left: field.left - margin, top: field.top - margin },
    ...{ right: field.right + margin, bottom: field.bottom + margin },
  };
  const judged = places.map((place) => {
    const first = areaOf(place, window, firstHeight);
    return {
      place,
      field: around === undefined ? 0 : overlap(around, areaOf(place, window, extent.height)),
      controls: controls.reduce((sum, control) => sum + overlap(control, first), 0),
    };
  });
  // The sort is stable: of equal places the better one stays first.
  judged.sort((one, other) => one.field - other.field || one.controls - other.controls);
  return judged[0]?.place ?? 'top-right';
}

function areaOf(place: ToastPlace, window: { readonly width: number; readonly height: number }, height: number): Area {
  const width = window.width <= narrow ? window.width : extent.width;
  const left = place.endsWith('left') ? 0 : place.endsWith('right') ? window.width - width : (window.width - width) / 2;
  const top = place.startsWith('top') ? 0 : window.height - height;
  return { left, top, right: left + width, bottom: top + height };
}

/** Area that two rectangles share, in square pixels. */
function overlap(one: Area, other: Area): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(width, 0) * Math.max(height, 0);
}
