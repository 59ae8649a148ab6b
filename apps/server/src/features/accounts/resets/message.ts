/** The mail with the link that sets a new password. Nothing in it comes from the person who asked. */
export const resetMail = ({ to, url }: { readonly to: string; readonly url: string }) => ({
  to,
  subject: 'Your new Parley password',
  text: [
    'Somebody asked to reset the password of your account.',
    '',
    'Choose a new password with this link. It works once, within an hour, and ends your sessions:',
    url,
    '',
    'If you did not ask for it, ignore this mail: your password stays as it is.',
    '',
  ].join('\n'),
});
