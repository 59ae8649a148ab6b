/** The text for a model about a call that may have had its effect. */
export const unknownOutcome = 'Its outcome is not known: it may have had its effect. Do not repeat it; tell the user.';
