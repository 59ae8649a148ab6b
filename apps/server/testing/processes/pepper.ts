/** The pepper of the service's secrets in tests. Apart from the harness, so that programs without vitest have it too. */
export const pepper = 'a pepper for tests, long enough to be one';
