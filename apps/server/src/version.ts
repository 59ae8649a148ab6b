/** The version of the program. */
export const version = '0.2.0';
