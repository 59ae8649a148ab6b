import { channelKind } from '../kind.ts';
import { PageSettings, webProblems } from './settings.ts';

/** A page of its own, to share as a link. */
export const page = channelKind({
  title: 'Chat page',
  description: 'A page with the chat, served here: share its link.',
  settings: PageSettings,
  secretsGoTo: {},
  secret: 'identity',
  urls: ['page'],
  steps: [
    'Share this link: {page}',
    'To show the page in a frame of your site, name its origin under allowed origins.',
  ],
  problems: webProblems,
});
