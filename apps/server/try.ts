import { renderTelegram } from '/work/wt/render/apps/server/src/features/channels/rendering/telegram.ts';
const md = `# Title *x*

Para **bold _it_** and \`code\` [link **b**](https://e.x/a(b)) [rel](/x) <https://a.b/c_d> [1] &copy; a < b
second line ~~s~~

- a
- b
  1. c **d**

     para
  2. e
- [x] done
- [ ] todo

> quote **b**
>
> > nested
> \`\`\`py
> code
> \`\`\`

> other

| a | b |
|---|---|
| 1 | 漢字 |
| \`x\` | **y** |

| a | b |
|---|---|
| [l](http://x.y) | z |

---
![img](http://x/y.png) <b>raw</b> a<br>b

\`\`\`ts x
let a = "<b>";
\`\`\`
`;
console.log(renderTelegram(md)[0].text, '\n=======\n', renderTelegram(md)[0].plain);
