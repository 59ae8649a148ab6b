/**
 * Whether a field like `Accept` or `Accept-Encoding` (RFC 9110, section 12.4) names something, with a weight above zero.
 * It is cut into its parts first: a pattern for the whole of it would try every space of a long one with every other.
 */
export const accepts = (field: string, wanted: string): boolean =>
  field.split(',').some((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === wanted && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
