/** Fields of changes that have a text, `approvalField.<name>`; others are spelled out. */
const NAMED: ReadonlySet<string> = new Set([
  'value',
  'realName',
  'userName',
  'loginId',
  'deptNo',
  'orgNo',
  'roleNos',
  'merchantNos',
  'phone',
  'email',
  'userStatus',
  'people',
  'department',
  'parent',
  'sentTo',
  'mfaBound',
  'menuName',
  'perms',
  'externalUrl',
  'roleName',
  'pages',
  'operations',
  'codes',
  'isDeleted',
  'conflicts',
  'mode',
  'isEnabled',
  'limitCents',
  'creditType',
  'creditStatus',
  'creditLineCents',
  'expiresAt',
  'amountCents',
  'dueCents',
  'rewardType',
  'causeNo',
  'rechargeStatus',
  'orderStatus',
  'loanerAccountId',
  'lendingTime',
  'disbursementCode',
  'flowStatus',
  'chargedOn',
  'feeStatus',
  'dayStatus',
  'days',
  'partnerDayNos',
  'blockKind',
  'isStanding',
  'vouchers',
  'orderNo',
  'orders',
  'count',
  'paymentChannel',
  'paymentCode',
  'accountNumber',
  'bankCode',
  'dataScope',
  'isDesensitization',
  'revealFields',
]);

/** What stands in a field that no text names: `bandWidthCents` is "Band width". */
export function spelled(field: string): string {
  const words = field
    .replace(/(Cents|Bps)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isNamed = (field: string): boolean => NAMED.has(field);
