import { isPlainName } from '../../../mail/plain-name.ts';

/** Contents of an invitation's mail. */
interface Facts {
  readonly to: string;
  /** The address of the person who invites. */
  readonly from: string;
  readonly workspaceName: string;
  readonly url: string;
}

/** The mail with the link of an invitation. */
export const invitationMail = ({ to, from, workspaceName, url }: Facts) => ({
  to,
  subject: 'You are invited to Parley',
  text: [
    `${from} invites you to ${isPlainName(workspaceName) ? `the workspace “${workspaceName.trim()}”` : 'a workspace'}.`,
    '',
    'Join with this link. It works once, expires after seven days, and is only for you:',
    url,
    '',
    'If you did not expect this, ignore this email.',
    '',
  ].join('\n'),
});
