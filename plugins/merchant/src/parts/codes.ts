import type {
  contactBlacklist,
  contactRight,
  manualBlacklist,
  merchantService,
  orderAcquire,
  prepaid,
} from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const RECHARGE_STATUS = defineDictionary<CodesOf<typeof prepaid.rechargeStatus>>('RECHARGE_STATUS', {
  PENDING: 'attention',
  APPROVED: 'good',
  REJECTED: 'failed',
  REVERSED: 'waiting',
});
export const RECHARGE_CHANNEL = defineDictionary<CodesOf<typeof prepaid.rechargeChannel>>('RECHARGE_CHANNEL', {
  MPESA: 'waiting',
  BANK: 'waiting',
});
export const CONSUMPTION_STATUS = defineDictionary<CodesOf<typeof prepaid.consumptionStatus>>('CONSUMPTION_STATUS', {
  CHARGED: 'good',
  REVERSING: 'attention',
  REVERSED: 'waiting',
});
export const CONSUMPTION_TYPE = defineDictionary<CodesOf<typeof prepaid.consumptionType>>('CONSUMPTION_TYPE', {
  ORDER_DELIVERED: 'waiting',
  LOAN_DISBURSED: 'waiting',
  DATA_QUERY: 'waiting',
  SMS_SENT: 'waiting',
  FACE_CHECK: 'waiting',
});
export const CONTACT_BLOCK = defineDictionary<CodesOf<typeof contactRight.blockKind>>('CONTACT_BLOCK', {
  OBJECTED: 'attention',
  WRONG_NUMBER: 'waiting',
  DEATH: 'failed',
  OFFICIAL: 'waiting',
  COMPLAINT: 'failed',
  DO_NOT_CALL: 'failed',
  DISPUTE: 'attention',
  OPT_OUT: 'waiting',
});
export const CONTACT_BLOCK_REASON = defineDictionary<CodesOf<typeof contactBlacklist.blockReason>>(
  'CONTACT_BLOCK_REASON',
  { OBJECTED: 'attention', WRONG_NUMBER: 'waiting', DEATH: 'failed', OFFICIAL: 'waiting', COMPLAINT: 'failed' },
);
export const CONTACT_BLOCK_SCOPE = defineDictionary<CodesOf<typeof contactBlacklist.blockScope>>(
  'CONTACT_BLOCK_SCOPE',
  { ALL: 'failed', NO_CALL: 'attention', NO_SMS: 'attention', NOT_A_CONTACT: 'waiting' },
);
export const BLOCK_SOURCE = defineDictionary<CodesOf<typeof contactBlacklist.blockSource>>('BLOCK_SOURCE', {
  MANUAL: 'waiting',
  IMPORT: 'waiting',
});
export const BLACKLIST_STATUS = defineDictionary<CodesOf<typeof contactBlacklist.blacklistStatus>>('BLACKLIST_STATUS', {
  ACTIVE: 'failed',
  EXPIRED: 'waiting',
  REMOVED: 'waiting',
});
export const MERCHANT_BILLING = defineDictionary<CodesOf<typeof merchantService.billingModel>>('MERCHANT_BILLING', {
  PREPAID: 'waiting',
  CREDIT: 'active',
});
export const MERCHANT_STATUS = defineDictionary<CodesOf<typeof merchantService.serviceStatus>>('MERCHANT_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const BLACKLIST_SUBJECT = defineDictionary<CodesOf<typeof manualBlacklist.blacklistSubject>>(
  'BLACKLIST_SUBJECT',
  { PHONE: 'waiting', ID_CARD_NO: 'waiting', DEVICE: 'waiting', BANK_ACCOUNT: 'waiting' },
);
export const BLACKLIST_STATE = defineDictionary<CodesOf<typeof manualBlacklist.blacklistState>>('BLACKLIST_STATE', {
  ACTIVE: 'failed',
  EXPIRED: 'waiting',
  REMOVED: 'waiting',
});
export const BLACKLIST_SOURCE = defineDictionary<CodesOf<typeof manualBlacklist.blacklistSource>>('BLACKLIST_SOURCE', {
  MANUAL: 'waiting',
  IMPORT: 'waiting',
});
export const DELIVERY_STATUS = defineDictionary<CodesOf<typeof orderAcquire.deliveryStatus>>('DELIVERY_STATUS', {
  QUEUED: 'active',
  DELIVERED: 'good',
  REJECTED: 'attention',
  FAILED: 'failed',
});
