/** The official MCP client. Only this file imports the package. */
export type Sdk = typeof import('@modelcontextprotocol/client');

/** Loads the official MCP client: about 200 ms and 25 MB once, so only a process that talks to MCP servers pays it. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/client');
