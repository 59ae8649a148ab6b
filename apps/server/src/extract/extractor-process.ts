import { serve } from './process/serve.ts';

/** The program of an extraction process. */
serve();
