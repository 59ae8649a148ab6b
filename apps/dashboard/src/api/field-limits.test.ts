// @module-tag pure

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldLimits, fileLimit } from './field-limits.ts';

/** A schema of the document, as far as it bounds something. */
interface Schema {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<string, Record<string, { parameters: { name: string; schema: Schema }[]; requestBody: Body }>>
  >;
}
interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as Document;
const field = (schema: string, name: string) => document.components.schemas[schema]?.properties?.[name];

it('are those of the API', () => {
  const tags = field('ConversationChanges', 'tags');
  const pairs = field('KnowledgeSourceDraft', 'pairs');
  const patterns = field('KnowledgeSourceDraft', 'include');
  const { parameters = [] } = document.paths['/api/agents']?.['get'] ?? {};
  expect(fieldLimits).toEqual({
    systemPrompt: field('AgentDraft', 'systemPrompt')?.maxLength,
    message: field('MessageDraft', 'content')?.maxLength,
    conversationTitle: field('ConversationChanges', 'title')?.maxLength,
    tag: tags?.items?.maxLength,
    comment: field('Feedback', 'comment')?.maxLength,
    sourceText: field('KnowledgeSourceDraft', 'text')?.maxLength,
    pairQuestion: field('KnowledgePairDraft', 'question')?.maxLength,
    pairAnswer: field('KnowledgePairDraft', 'answer')?.maxLength,
    chunkText: field('KnowledgeChunkChanges', 'text')?.anyOf?.[0]?.maxLength,
    savedReply: field('SavedReplyDraft', 'text')?.maxLength,
    note: field('NoteDraft', 'text')?.maxLength,
    pattern: patterns?.items?.maxLength,
    knowledgeQuery: field('KnowledgeQuery', 'query')?.maxLength,
    tags: tags?.maxItems,
    pairs: pairs?.maxItems,
    patterns: patterns?.maxItems,
    agentSources: field('AgentDraft', 'knowledgeSources')?.maxItems,
    page: parameters.find(({ name }) => name === 'limit')?.schema.maximum,
    fileBytes: fieldLimits.fileBytes,
  });
  const form = document.paths['/api/knowledge-sources']?.['post']?.requestBody.content['multipart/form-data'];
  expect(form?.schema.properties?.['file']?.description).toContain(`Max ${fileLimit}.`);
});
