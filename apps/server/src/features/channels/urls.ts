import type { UrlName } from '../../platforms/kind.ts';
import { type ChannelType, kindOf } from '../../platforms/kinds.ts';
import type { ChannelUrls } from './schema.ts';

const paths: Readonly<Record<UrlName, (id: string) => string>> = {
  page: (id) => `/chat/${id}`,
  script: () => '/widget.js',
  inbound: (id) => `/api/channels/${id}/inbound`,
};

/** The addresses of a channel under the public URL of the instance. */
export const urlsOf = (
  publicUrl: string,
  { _id: id, type }: { readonly _id: string; readonly type: string },
): ChannelUrls =>
  Object.fromEntries(kindOf(type as ChannelType).urls.map((name) => [name, `${publicUrl}${paths[name](id)}`]));
