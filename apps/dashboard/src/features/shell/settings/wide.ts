/** A screen with room for the column of the settings, as in `settings.module.css`. */
export const wide = '(min-width: 1100px)';

/** True if the screen has room for the column of the settings now. */
export const isWide = (): boolean => matchMedia(wide).matches;
