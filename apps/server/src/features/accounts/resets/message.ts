/** The mail with the link that sets a new password. Nothing in it comes from the person who asked. */
export const resetMail = ({ to, url }: { readonly to: string; readonly url: string }) => ({
  to,
  subject: 'Reset your Parley password',
  text: [
    'A password reset was requested for your account.',
    '',
    'Choose a new password with this link. It works once, expires after an hour, and ends all your sessions:',
    url,
    '',
    'If you did not ask for it, ignore this email: your password stays as it is.',
    '',
  ].join('\n'),
});
