import type { smsAccount, smsRoutes } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const SMS_ROUTE_KIND = defineDictionary<CodesOf<typeof smsRoutes.routeKind>>('SMS_ROUTE_KIND', {
  VERIFICATION: 'waiting',
  SERVICE: 'waiting',
  REMINDER: 'waiting',
  COLLECTION: 'waiting',
});
export const SMS_ROUTE_STATUS = defineDictionary<CodesOf<typeof smsRoutes.routeStatus>>('SMS_ROUTE_STATUS', {
  ENABLED: 'good',
  PAUSED: 'attention',
  DISABLED: 'waiting',
});
export const MOBILE_NETWORK = defineDictionary<CodesOf<typeof smsRoutes.mobileNetwork>>('MOBILE_NETWORK', {
  SAFARICOM: 'waiting',
  AIRTEL: 'waiting',
  TELKOM: 'waiting',
});
export const SMS_PROVIDER = defineDictionary<CodesOf<typeof smsAccount.smsProvider>>('SMS_PROVIDER', {
  SERVER: 'waiting',
  AFRICAS_TALKING: 'waiting',
});
export const SMS_ACCOUNT_STATUS = defineDictionary<CodesOf<typeof smsAccount.accountStatus>>('SMS_ACCOUNT_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
