import { cutChunks } from './src/features/knowledge/extract/chunks/cut.ts';
const size = 2 ** 20;
for (const unit of ['a', ' ', '\n', '\n\nx', '漢', 'ก', '\u0301', '.', '. ', '))))', '👩‍', '\u200b', 'a.', '。', 'The quick brown fox jumps over the lazy dog. And so on, it goes.\n\n', 'ประเทศไทยมีประชากรหลายล้านคน ']) {
  const text = unit.repeat(Math.ceil(size / unit.length));
  const t = performance.now();
  const n = cutChunks({ text, marks: [] }).length;
  const ms = performance.now() - t;
  console.log(JSON.stringify(unit), n, Math.round(ms), 'ms/MiB', Math.round(n / ms * 1000), '/s');
}
