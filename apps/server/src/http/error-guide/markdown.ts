import { statusOf } from '../statuses.ts';
import { clientGuide, clientIntroduction } from './clients.ts';
import { guide, repeatedByClients, sections } from './guide.ts';

/** The guide's words for a repeat by the clients. */
export const repeatWords: Readonly<Record<ReturnType<typeof repeatedByClients>, string>> = {
  yes: 'Yes',
  'if safe': 'If it is safe',
  no: 'No',
};

const introduction = `# Errors

A failure is \`{"success":false,"error":"…","code":"…","requestId":"req_…"}\`. Branch on \`code\`: it is stable. \`error\` is a sentence for a person, and may change. \`details\` and \`hint\` are there if they help. A running instance shows this page at \`/docs/errors\`; \`/docs/errors#<code>\` leads to one code.

"Repeated" says whether the clients send the request again by themselves: up to twice, after 0.5 to 8 s or \`Retry-After\`. "If it is safe" means any GET, PUT or DELETE, and a POST with its \`Idempotency-Key\`, which the clients add; a reply that failed and is stored is never asked for again. \`idempotency_in_progress\` is waited for until the first request has ended.

<!-- Written by npm run openapi from apps/server/src/http/error-guide. -->
`;

/** Returns docs/errors.md. */
export function errorsMarkdown(): string {
  const parts = sections.map(({ title, codes }) => {
    const entries = codes.map((code) => {
      const { cause, cure } = guide[code];
      const facts = `${statusOf[code]} · Repeated: ${repeatWords[repeatedByClients(code)].toLowerCase()}`;
      return `### \`${code}\`\n\n${facts}\n\n**Cause.** ${cause}\n\n**Cure.** ${cure}\n`;
    });
    return `## ${title}\n\n${entries.join('\n')}`;
  });
  return `${introduction}\n${parts.join('\n')}\n${clientsText()}`;
}

function clientsText(): string {
  const rows = Object.entries(clientGuide).map(([code, { cause, cure }]) => `| \`${code}\` | ${cause} | ${cure} |`);
  return `## Raised by the clients\n\n${clientIntroduction}\n\n| Code | Cause | Cure |\n|---|---|---|\n${rows.join('\n')}\n`;
}
