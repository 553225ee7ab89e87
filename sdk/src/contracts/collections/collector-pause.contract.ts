import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** A collector's own pause: their principal sees it, and the first call ends it. */

const PAGES = [
  '/AdminContent/CollectionSystem/MyCollection',
  '/AdminContent/CollectionSystemNew/MyCollectionNew',
  '/AdminContent/CollectionSystemNew/collectionMerge',
] as const;
const NAME = 'collectorPause';

/** PAUSE_REASON. */
export const pauseReason = z.enum(['BREAK', 'MEAL', 'MEETING', 'TRAINING', 'TECHNICAL', 'OTHER']);
export type PauseReason = z.output<typeof pauseReason>;
/** Null fields where the collector is at work. */
const pause = z.object({ pauseReason: z.nullable(pauseReason), beganAt: z.nullable(z.string()) });

export const mine = defineEndpoint({
  name: `${NAME}.mine`,
  method: 'GET',
  path: 'collectorPause/mine',
  access: { page: [...PAGES] },
  kind: 'query',
  summary: 'The caller’s pause of today that has not ended',
  request: z.object({}),
  reply: pause,
});
export const begin = defineEndpoint({
  name: `${NAME}.begin`,
  method: 'POST',
  path: 'collectorPause/begin',
  access: { page: [...PAGES] },
  kind: 'command',
  preview: true,
  summary: 'Begins a pause, in place of one that has not ended. COLLECTOR_NOT_FOUND, COLLECTOR_FROZEN',
  request: z.strictObject({ pauseReason }),
  reply: pause,
});
export const end = defineEndpoint({
  name: `${NAME}.end`,
  method: 'POST',
  path: 'collectorPause/end',
  access: { page: [...PAGES] },
  kind: 'command',
  preview: true,
  summary: 'Back to work; nothing where no pause was begun',
  request: z.strictObject({}),
  reply: pause,
});
