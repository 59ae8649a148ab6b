import { createJudge } from '../../apps/server/src/grounding/judge.ts';
import { type Pair, pairs } from '../../apps/server/testing/fixtures/grounding-pairs.ts';
import { foundPassage } from '../../apps/server/testing/fixtures/passages.ts';
import { table } from '../shared/report.ts';

/** True if the rules support the claim of a pair. */
const byRules = ({ claim, passage }: Pair): boolean => {
  const judgement = createJudge([foundPassage(1, passage, { title: '' })], '').judge(claim, []);
  return judgement !== 'no claim' && judgement.length > 0;
};

/** True if a claim is shown when a model names some sentences of the passage as its support, whichever these are. */
const byAnySentence = (pair: Pair): boolean => {
  const { sentences, confirm } = createJudge([foundPassage(1, pair.passage, { title: '' })], '');
  const choices = [sentences(), ...sentences().map((sentence) => [sentence])];
  return byRules(pair) || choices.some((chosen) => confirm(pair.claim, chosen).length > 0);
};

/** The two ends between which a model that judges beside the rules can be. */
const byRightModel = (pair: Pair): boolean => pair.verdict === 'agree' && byAnySentence(pair);

function rowOf(name: string, chosen: readonly Pair[], isSupported: (pair: Pair) => boolean = byRules): string[] {
  const passed = chosen.filter(isSupported);
  const right = chosen.filter(({ verdict }) => verdict === 'agree');
  const found = passed.filter(({ verdict }) => verdict === 'agree').length;
  const wrong = passed.length - found;
  const share = (part: number, whole: number) => (whole === 0 ? '' : (part / whole).toFixed(3));
  const others = chosen.length - right.length;
  return [name, `${chosen.length}`, share(found, passed.length), share(found, right.length), `${wrong}/${others}`];
}

/**
 * `npm run bench -- grounding`: precision and recall of "supported" on pairs of a claim and a passage. Rules are tuned on
 * pairs with an even index; the others are what counts. A model as judge beside the rules is bounded by one that is always
 * right and by one that was talked into supporting everything.
 */
export async function benchGrounding(): Promise<string> {
  const held = pairs.filter((_, index) => index % 2 === 1);
  const languages = [...new Set(held.map(({ language }) => language))];
  const kinds = [...new Set(held.map(({ kind }) => kind))];
  const head = ['pairs', 'number', 'precision', 'recall', 'wrongly supported'];
  const rows = [
    rowOf(
      'even, tuned on',
      pairs.filter((_, index) => index % 2 === 0),
    ),
    rowOf('odd', held),
    ...languages.map((each) =>
      rowOf(
        `odd, ${each}`,
        held.filter(({ language }) => language === each),
      ),
    ),
    ...kinds.map((each) =>
      rowOf(
        `odd, ${each}`,
        held.filter(({ kind }) => kind === each),
      ),
    ),
  ];
  const bounds = [
    rowOf('odd, a model that is always right', held, byRightModel),
    rowOf('odd, a model that supports all', held, byAnySentence),
    ...kinds.map((each) =>
      rowOf(
        `odd, a model that supports all, ${each}`,
        held.filter(({ kind }) => kind === each),
        byAnySentence,
      ),
    ),
  ];
  return table(head, [...rows, ...bounds]);
}
