import { errorsMarkdown } from '../src/http/error-guide/markdown.ts';

// Prints docs/errors.md, for `npm run openapi`.
process.stdout.write(errorsMarkdown());
