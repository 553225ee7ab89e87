import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** Texts that may be sent about cases: approved templates alone, never free text. */
export const list = defineEndpoint({
  name: 'smsTemplate.list',
  method: 'GET',
  path: 'smsTemplate/list',
  access: {
    page: [
      '/AdminContent/CollectionSystem/MyCollection',
      '/AdminContent/CollectionSystem/RoboticTask',
      '/AdminContent/CollectionSystem/PreReminderCaseDivisionPolicy',
      '/AdminContent/CollectionSystemNew/MyCollectionNew',
      '/AdminContent/CollectionSystemNew/RoboticTaskNew',
      '/AdminContent/CollectionSystemNew/collectionMerge',
    ],
  },
  kind: 'query',
  summary: 'SMS templates of collection that are enabled',
  request: z.object({}),
  reply: z.array(z.object({ templateCode: z.string(), templateName: z.string() })),
});
