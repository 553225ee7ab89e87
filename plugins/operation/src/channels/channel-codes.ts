import type { putChannel } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const MEDIA_PLATFORM = defineDictionary<CodesOf<typeof putChannel.mediaPlatform>>('MEDIA_PLATFORM', {
  GOOGLE: 'waiting',
  FACEBOOK: 'waiting',
  TIKTOK: 'waiting',
  INFLUENCER: 'waiting',
  SMS: 'waiting',
  PARTNER: 'waiting',
  OTHER: 'waiting',
});
export const CHANNEL_BILLING = defineDictionary<CodesOf<typeof putChannel.channelBilling>>('CHANNEL_BILLING', {
  CPI: 'waiting',
  CPA: 'waiting',
  CPS: 'waiting',
});
