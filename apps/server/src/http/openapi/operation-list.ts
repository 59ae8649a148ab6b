import type { FastifyInstance } from 'fastify';
import { tags } from './tags.ts';

/** The parts of an operation in the document that the list shows. */
interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly 'x-parley-client'?: { readonly method: string };
}

/** Returns a Markdown page with one line for each operation of the document: a few percent of its size. */
export function operationList(app: FastifyInstance): string {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  const sections = tags.flatMap(({ name, description }) => {
    const lines = operations
      .filter((operation) => operation.tags?.[0] === name)
      .map(({ method, path, summary = '', ...rest }) => {
        const client = rest['x-parley-client'];
        return `- \`${method} ${path}\`: ${summary}${client === undefined ? '' : ` (\`client.${client.method}\`)`}`;
      });
    return lines.length === 0 ? [] : [`## ${name}\n\n${description}\n\n${lines.join('\n')}\n`];
  });
  return `# Operations\n\nEvery operation of the API, by resource. In brackets is the method of the TypeScript client; in Python its name has underscores.\n\n${sections.join('\n')}`;
}
