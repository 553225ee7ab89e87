import type { appContent } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const APP_CONTENT_TYPE = defineDictionary<CodesOf<typeof appContent.appContentType>>('APP_CONTENT_TYPE', {
  BANNER: 'waiting',
  HELP: 'waiting',
  AGREEMENT: 'waiting',
  PAYMENT_HINT: 'waiting',
  CONTRACT: 'active',
});
