import { phrasesOf } from './phrases.ts';

/**
 * Beginnings of sentences that are about the sentence before them: a pronoun, or a word that continues a thought.
 * Sentences in other languages aren't recognised.
 */
const beginnings = phrasesOf(
  `it, its, it's, this is, this costs, this takes, this applies, this means, this includes, that is, that's, that costs,
  that takes, these, those, they, their, he, she, however, otherwise, instead, then, therefore, also, in addition,
  additionally, but, and, so, in this case, in that case, for this, after that, if so, if not, both,
  er, es, sie ist, sie kostet, sie dauert, sie wird, sie hat, sie gilt, sie kann, sie muss, sie beträgt, sie beginnt, dies, dieser, diese, dieses, das ist, das sind, das kostet, das dauert, das gilt, das geht, dafür, dazu, damit,
  danach, dabei, dann, daher, deshalb, davon, außerdem, allerdings, jedoch, sonst, ansonsten, aber, in diesem Fall,
  il, elle, ils, elles, cela, ceci, ça, c'est, ce sont, celui-ci, celle-ci, ensuite, sinon, mais, cependant, toutefois, de plus,
  dans ce cas, ello, esto, eso, él, ella, ellos, ellas, además, pero, sin embargo, en ese caso, luego, ele, ela, eles, elas, isso, isto,
  além disso, mas, porém, esso, essa, essi, questo, ciò, inoltre, però, tuttavia, altrimenti, ma, het is, het kost, het duurt, dit, dat is, daarna, maar,
  он, она, оно, они, это, этот, эта, эти, его, её, их, но, однако, затем, также, кроме того, иначе, потом, при этом, в этом случае,
  він, вона, воно, вони, це, але, також, هو, هي, هم, هذا, هذه, ذلك, وهو, وهي, ويكلف, وتكلف, ولكن, لكن, كما, ويمكن, وإلا,
  यह, वह, ये, वे, इसका, इसकी, इसके, इसमें, इसे, उसका, उसकी, उसके, लेकिन, परंतु, साथ ही, फिर, इस स्थिति में`,
);

/** The same in scripts without spaces, in which a sentence begins with these characters. */
const joinedBeginnings = phrasesOf(
  `它, 其, 此, 该服务, 这项, 这是, 这个, 这种, 但, 不过, 另外, 此外, 否则, 然后, 同时, 也可, 並, 這項, 這個, 不過, それ, これ, その, この,
  また, ただし, なお, しかし, さらに, そして, มัน, ซึ่ง, โดย, แต่, ทั้งนี้, นอกจากนี้, หลังจากนั้น, 이는, 이것, 그러나, 하지만, 또한, 단`,
);

/** True if a sentence refers to the one before it, so that it says little alone. */
export const refersBack = (sentence: string): boolean =>
  beginnings.begins(sentence) || joinedBeginnings.begins(sentence);
