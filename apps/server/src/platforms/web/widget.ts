import { channelKind } from '../kind.ts';
import { WidgetSettings, webProblems } from './settings.ts';

/** A chat in the corner of a site. */
export const widget = channelKind({
  title: 'Website widget',
  description: 'A chat in the corner of your site, added by one line of HTML.',
  settings: WidgetSettings,
  secretsGoTo: {},
  secret: 'identity',
  urls: ['script', 'page'],
  steps: [
    'Add this line to your pages, before </body>: <script async src="{script}" data-channel="{channel}"></script>',
    'Name the origins of your site under allowed origins, so that no other site can show the chat.',
    'If your site has a Content-Security-Policy, allow this server in script-src and frame-src.',
  ],
  problems: webProblems,
});
