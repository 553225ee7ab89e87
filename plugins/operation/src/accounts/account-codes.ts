import type { messageAccount } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const MESSAGE_ACCOUNT_STATUS = defineDictionary<CodesOf<typeof messageAccount.messageAccountStatus>>(
  'MESSAGE_ACCOUNT_STATUS',
  { ENABLED: 'good', DISABLED: 'waiting' },
);
export const MESSAGE_ACCOUNT_HEALTH = defineDictionary<CodesOf<typeof messageAccount.messageAccountHealth>>(
  'MESSAGE_ACCOUNT_HEALTH',
  { GOOD: 'good', FAILING: 'failed', EXPIRING: 'attention', EXPIRED: 'failed', KEYLESS: 'attention' },
);
export const MESSAGE_DOMAIN_STATE = defineDictionary<CodesOf<typeof messageAccount.domainState>>(
  'MESSAGE_DOMAIN_STATE',
  { VERIFIED: 'good', NO_RECORD: 'failed', OTHER_RECORD: 'failed', UNCHECKED: 'attention' },
);
export const MESSAGE_CHANNEL_STATE = defineDictionary<CodesOf<typeof messageAccount.channelState>>(
  'MESSAGE_CHANNEL_STATE',
  { READY: 'good', SERVER: 'good', DISABLED: 'attention', NONE: 'waiting' },
);
