import type { Attachment } from '../../../platforms/content/attachment.ts';
import { shownFields } from '../../../platforms/content/content.ts';
import type { MessageAttachment } from '../../../replies/schemas/attachment.ts';

/** The columns of a message for what it has beside its text: what the API returns, and the platform’s IDs of the files. */
export function attachmentColumns(attachments: readonly Attachment[] = []) {
  const shown = attachments.map((each): MessageAttachment => {
    const { name = null, text = null, mimeType: contentType = null } = shownFields(each);
    return { kind: each.kind, name, contentType, size: each.size ?? null, duration: each.duration ?? null, text };
  });
  const files = attachments.map(({ remoteId = null }) => remoteId);
  return {
    attachments: shown.length === 0 ? null : JSON.stringify(shown),
    attachment_files: files.every((file) => file === null) ? null : JSON.stringify(files),
  };
}
