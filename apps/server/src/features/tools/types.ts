import { functionNames, functions } from '../../tools/builtin/functions.ts';
import { kindOf, toolTypes } from '../../tools/kinds.ts';
import type { ToolTypeList } from './list-schema.ts';

const builtin = functionNames.map((name) => {
  const { title, description } = functions[name];
  return { function: name, title, description };
});

/** The kinds of tools, as callers read them. */
export const types: { readonly data: ToolTypeList } = {
  data: {
    items: toolTypes.map((type) => {
      const { title, description, settings, takesSchema } = kindOf(type);
      const functionsOf = type === 'builtin' ? builtin : [];
      return { type, title, description, settings: { ...settings }, takesSchema, functions: functionsOf };
    }),
  },
};
