import type { UseFormReturnType } from '@mantine/form';
import type { ChannelValues } from '../edit/channel-values.ts';
import type { WebValues } from './web-settings.ts';

/** The form of a chat, for its parts. */
export interface WebForm {
  readonly form: UseFormReturnType<ChannelValues<WebValues>>;
  readonly readOnly: boolean;
}
