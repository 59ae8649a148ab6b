import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const view = Type.String({ description: 'Identifier of the view.', examples: [exampleIds.view] });

/** Events of views. */
export const viewEvents = {
  'view.created': happened('A view of conversations was created.', { view }),
  'view.updated': happened('A view of conversations was changed.', { view, fields: about.fields }),
  'view.deleted': happened('A view of conversations was deleted.', { view }),
} as const;
