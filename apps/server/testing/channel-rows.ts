/** The columns of a channel that says nothing about itself, for rows that a test writes. */
export const plainChannel = { name: '', settings: '{}', secrets: '', limits: '{}', version: 1 };
