import { runCommand } from './commands/program.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as in `parley openapi | head`: finish silently.
    if (error.code !== 'EPIPE') throw error;
  });
}

const exitCode = await runCommand(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
