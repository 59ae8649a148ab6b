import { strToU8 } from 'fflate';
import { paragraph, writeDocx } from '../../../apps/server/src/extract/testing/docx-writer.ts';
import { formBytes, formType } from '../../../apps/server/testing/fixtures/forms.ts';
import { demand, over } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteSources } from './owner.ts';

const uploads = { small: 4, full: 6 } as const;
const references = 50_000;

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const note = `<w:footnotes ${namespace}><w:footnote w:id="1">${paragraph('A note.')}</w:footnote></w:footnotes>`;
const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>';

/** A file of some kilobytes whose text refers to one note again and again. Each is different. */
const file = (index: number) =>
  writeDocx(`${paragraph(`File ${index}`)}<w:p>${reference.repeat(references)}</w:p>`, {
    'word/footnotes.xml': strToU8(note),
  });

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Point 4 of "Holes, and shares by account". */
export const documents: Neighbour = {
  name: 'documents',
  what: 'uploads files of 9 kB that take long to read',
  plan: 'free',
  least: { small: { uploads: uploads.small }, full: { uploads: uploads.full } },
  attack: async (site) => {
    const files = Array.from({ length: uploads[site.size] }, (_, index) => file(index));
    await Promise.all(
      files.map((content, index) => {
        const bytes = formBytes([{ name: 'file', fileName: `${index}.docx`, type: docx, content }]);
        const form = { headers: formType(), bytes };
        return demand(site, { what: 'uploads', method: 'POST', path: '/api/knowledge-sources', form, until: 'ended' });
      }),
    );
    await over(site.signal);
  },
  tidy: deleteSources,
};
