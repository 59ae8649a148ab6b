import { quoteParts } from '@parley/markdown/quote-links';

/** A verbatim quote, with its links to open. */
export function QuoteText({ quote }: { quote: string }) {
  return quoteParts(quote).map(({ text, address }, index) =>
    address === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a quote never change.
      <a key={index} href={address} target="_blank" rel="noopener nofollow" title={address}>
        {text}
      </a>
    ),
  );
}
