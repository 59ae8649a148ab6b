/** The types of sources, for addresses, which every page reads. */
export const sourceTypes = ['text', 'file', 'documents', 'url', 'website', 'qa', 'git', 's3', 'notion'] as const;
