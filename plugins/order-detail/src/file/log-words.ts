import { formatMoney } from '@kituo/sdk';

type Translate = (key: string) => string;

/** What the log can say of an order; other sections' commands are told without words of ours. */
const LOGGED: ReadonlySet<string> = new Set([
  ...['open', 'pass', 'refuse', 'reject', 'propose', 'lapse', 'call'].map((one) => `orderAudit.${one}`),
  ...['update', 'setLanguage', 'faceSearch', 'issueRepaymentCode'].map((one) => `orderDetail.${one}`),
  ...['attach', 'delete'].map((one) => `file.${one}`),
  ...['allot', 'reallot', 'leaseEnded', 'release', 'recall'].map((one) => `audit.order.${one}`),
  'audit.orderReview.apply',
  'audit.retrieval.submit',
  'auditOrder.abridgmentOpened',
  'auditOrder.followUpSave',
  ...['disburse', 'replay', 'cancel'].map((one) => `payout.${one}`),
  'orders.export',
  'orders.exportAbridged',
]);

/** Fields that people know, by the text that names them; numbers of people and records are left out. */
const FIELDS: Readonly<Record<string, string>> = {
  orderStatus: 'orderStatus',
  approvedCents: 'approvedAmountCents',
  approvedAmountCents: 'approvedAmountCents',
  refuseCode: 'refuseCode',
  remark: 'remark',
  address: 'address',
  addressLine: 'addressLine',
  employerName: 'employerName',
  incomeCents: 'incomeCents',
  email: 'email',
  phone: 'phone',
  idCardNo: 'idCardNo',
  speakingLanguage: 'speakingLanguage',
  repaymentCode: 'repaymentCode',
  content: 'content',
  attemptNo: 'attemptNo',
};
const DICTIONARIES: Readonly<Record<string, string>> = {
  orderStatus: 'ORDER_STATUS',
  speakingLanguage: 'SPEAKING_LANGUAGE',
  education: 'EDUCATION_TYPE',
  maritalStatus: 'MARITAL_STATUS_TYPE',
  sex: 'SEX_TYPE',
};

/** `audit:orderReview:apply` and `orderAudit.open` in words. */
export function loggedAs(action: string, t: Translate): string {
  const key = action.replaceAll(':', '.');
  return t(LOGGED.has(key) ? `logged.${key}` : 'logged.other');
}

/** A value of a field as people say it: `-` for none. */
export function wordOf(field: string, value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return '-';
  if (field.endsWith('Cents')) return formatMoney(Number(value));
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const dictionary = DICTIONARIES[field];
  return dictionary === undefined ? value : t(`${dictionary}.${value}`);
}

/** What a command changed, a field after the other, and why. */
export function changesIn(before: object | null, after: object | null, reason: string | null, t: Translate): string {
  const was = new Map<string, unknown>(Object.entries(before ?? {}));
  const words = Object.entries(after ?? {}).flatMap(([field, now]) => {
    const name = FIELDS[field];
    if (name === undefined || JSON.stringify(was.get(field)) === JSON.stringify(now)) return [];
    const then = wordOf(field, now, t);
    return [`${t(`field.${name}`)}: ${was.has(field) ? `${wordOf(field, was.get(field), t)} → ${then}` : then}`];
  });
  return [...words, ...(reason === null ? [] : [reason])].join(' · ');
}
