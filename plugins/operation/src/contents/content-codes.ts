import type { appContent } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const APP_SLOT = defineDictionary<CodesOf<typeof appContent.appSlot>>('APP_SLOT', {
  HOME_TOP: 'waiting',
  HOME_LIST: 'waiting',
  HELP: 'waiting',
  REPAYMENT: 'waiting',
  APPLICATION: 'waiting',
});
export const APP_AUDIENCE = defineDictionary<CodesOf<typeof appContent.appAudience>>('APP_AUDIENCE', {
  ALL: 'waiting',
  NEW: 'waiting',
  REPEAT: 'waiting',
  OVERDUE: 'waiting',
});
export const APP_OS = defineDictionary<'ANDROID' | 'IOS'>('APP_OS', { ANDROID: 'waiting', IOS: 'waiting' });
export const APP_CONTENT_TYPE = defineDictionary<CodesOf<typeof appContent.appContentType>>('APP_CONTENT_TYPE', {
  BANNER: 'waiting',
  HELP: 'waiting',
  AGREEMENT: 'waiting',
  PAYMENT_HINT: 'waiting',
  CONTRACT: 'active',
});
