import type { CheckedCitation, Citation } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { placeSearch } from '../../knowledge/source/place-search.ts';
import { webAddress } from '../message/message-words.ts';
import css from './source-links.module.css';

/** Opens the source at the place that a reply quotes, or at the place where the quote is now. */
export function SourceLink(props: { citation: Citation; place?: CheckedCitation['place']; label?: string }) {
  const { citation, place = null, label = 'Open in the source' } = props;
  return (
    <Link
      to={paths.source}
      params={{ sourceId: citation.source }}
      search={placeSearch(place ?? citation)}
      className={css['link']}
    >
      {label}
    </Link>
  );
}

/** Opens the page that a document was read from; nothing if it wasn't read from one. */
export function WebLink({ citation: { url } }: { citation: Citation }) {
  const address = webAddress(url);
  if (address === undefined) return null;
  return (
    <a className={css['link']} href={address} target="_blank" rel="noopener nofollow">
      Open the page <Icon name="outside" size={12} />
    </a>
  );
}
