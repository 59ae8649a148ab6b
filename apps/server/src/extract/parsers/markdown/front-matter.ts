/** Front matter of at most 20,000 characters: YAML between lines of hyphens, TOML between lines of plus signs. */
const frontMatter = /^\ufeff?(---|\+\+\+)[ \t]{0,9}\r?\n(?:([\s\S]{0,20000}?)\r?\n)?(?:\1|\.\.\.)[ \t]{0,9}(?:\r?\n|$)/;
const title = /^title[ \t]{0,9}[:=][ \t]{0,9}(?:"((?:[^"\\\n]|\\.){1,500})"|'((?:[^'\n]|''){1,500})'|([^\n#]{1,500}))/m;

/** A Markdown text without its front matter, and the title that this names. The rest of it is for programs. */
export function splitFrontMatter(text: string): { readonly body: string; readonly title: string | undefined } {
  const found = frontMatter.exec(text);
  if (found === null || !isData(found[2] ?? '')) return { body: text.replace(/^\ufeff/, ''), title: undefined };
  const [, double, single, bare] = title.exec(found[2] ?? '') ?? [];
  return {
    body: text.slice(found[0].length),
    title: double?.replace(/\\(.)/g, '$1') ?? single?.replaceAll("''", "'") ?? bare?.trim(),
  };
}

/** True if the lines are keys, their values, comments or lists: two rules around a paragraph are no front matter. */
const isData = (lines: string): boolean =>
  lines.trim() === '' || /^[ \t]{0,20}(?:["']?[\w.-]{1,100}["']?[ \t]{0,9}[:=]|\[|#)/m.test(lines.slice(0, 2_000));
