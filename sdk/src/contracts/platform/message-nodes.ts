import * as z from 'zod/mini';

/** SMS_KIND: what a text is about; each kind has routes of its own. */
export const smsKind = z.enum(['VERIFICATION', 'SERVICE', 'REMINDER', 'COLLECTION', 'MARKETING']);
/** MESSAGE_CHANNEL */
export const messageChannel = z.enum(['SMS', 'EMAIL', 'PUSH', 'WHATSAPP', 'IN_APP']);
export type MessageChannel = z.output<typeof messageChannel>;
export const messageLanguage = z.enum(['en', 'sw', 'zh']);
export type MessageLanguage = z.output<typeof messageLanguage>;

interface MessageNode {
  /** STAFF read English or Chinese, CUSTOMER English or Kiswahili: a text is written in both. */
  readonly audience: 'STAFF' | 'CUSTOMER';
  readonly smsKind: z.output<typeof smsKind>;
  readonly channels: readonly MessageChannel[];
  /** What the node knows, with an example of each. */
  readonly variables: Readonly<Record<string, string>>;
  /** Without these its texts would be of no use. */
  readonly required: readonly string[];
  /** What may be unknown: sentences that name it are left out then. */
  readonly optional?: readonly string[];
  /** The law or safe sign-in asks for it: it cannot be switched off. */
  readonly isStatutory: boolean;
  /** Found by its moment and queued: it may wait, keep to hours of the day and speak to some customers alone. */
  readonly isQueued?: boolean;
}

const toStaff = (
  variables: MessageNode['variables'],
  required: readonly string[],
  kind: MessageNode['smsKind'] = 'SERVICE',
): MessageNode => ({
  audience: 'STAFF',
  smsKind: kind,
  channels: ['EMAIL', 'SMS'],
  variables,
  required,
  isStatutory: true,
});
const person = { name: 'Wanjiru', when: '24 Nov 2026, 10:15 EAT' };
const link = 'https://kituo.example/p/7Yq2';
const toCustomer = (
  variables: MessageNode['variables'],
  required: readonly string[],
  kind: MessageNode['smsKind'] = 'SERVICE',
): MessageNode => ({
  audience: 'CUSTOMER',
  smsKind: kind,
  channels: ['SMS', 'PUSH', 'WHATSAPP', 'IN_APP'],
  variables: { name: 'Achieng', ...variables },
  required,
  isStatutory: false,
  isQueued: true,
});
const order = 'LO202611240001';
const bill = { order, due: '4,500.00', dueDate: '27 Nov 2026', code: 'KT4821' };

/** What the loan costs by the terms it was applied for: all that comes back, the cost of it, the APR in percent. */
const price = { total: '4,620.00', cost: '820.00', apr: '284.15' };

/** A moment at which a partner's product may be recommended. */
const withOffer = (node: MessageNode): MessageNode => ({
  ...node,
  variables: { ...node.variables, recommendedProduct: 'Quick loan (PesaNow)' },
  optional: [...(node.optional ?? []), 'recommendedProduct'],
});

/** The moments at which a message goes out: fixed by the product. */
export const MESSAGE_NODES = {
  SIGN_IN_CODE: toStaff({ code: '482913' }, ['code'], 'VERIFICATION'),
  PASSWORD_CHANGED: toStaff(person, []),
  PASSWORD_RESET: toStaff(person, []),
  PASSWORD_RESET_LINK: toStaff({ ...person, link }, ['link']),
  PASSWORD_FIRST_LINK: toStaff({ ...person, link }, ['link']),
  MFA_BOUND: toStaff(person, []),
  MFA_RESET: toStaff(person, []),
  MFA_RECOVERY_CODE_USED: toStaff({ ...person, left: '7' }, []),
  REPORT_READY: {
    audience: 'STAFF',
    smsKind: 'SERVICE',
    channels: ['EMAIL'],
    variables: {
      ...person,
      report: 'Collection report',
      title: 'Weekly roll rates',
      from: '17 Nov 2026',
      to: '23 Nov 2026',
      link: 'https://kituo.example/reports/k202611',
      hours: '48',
    },
    required: ['link'],
    isStatutory: false,
  },
  /** A published shift that somebody moved, changed or cancelled. */
  SHIFT_CHANGED: {
    audience: 'STAFF',
    smsKind: 'SERVICE',
    channels: ['EMAIL', 'SMS'],
    variables: { ...person, was: 'D, 24 Nov 2026, 08:00–17:00', now: 'E, 24 Nov 2026, 12:00–20:00' },
    required: ['now'],
    isStatutory: false,
  },
  VERIFICATION_CODE: {
    audience: 'CUSTOMER',
    smsKind: 'VERIFICATION',
    channels: ['SMS'],
    variables: { code: '482913', minutes: '5' },
    required: ['code'],
    isStatutory: true,
  },
  ORDER_RETURNED: {
    audience: 'CUSTOMER',
    smsKind: 'SERVICE',
    channels: ['SMS', 'PUSH', 'WHATSAPP', 'IN_APP'],
    variables: { name: 'Achieng', order: 'LO202611240001', what: 'Send a new photo of your ID by 27 November.' },
    required: ['what'],
    isStatutory: false,
  },
  PAYMENT_LINK: {
    audience: 'CUSTOMER',
    smsKind: 'SERVICE',
    channels: ['SMS'],
    variables: { name: 'Achieng', amount: '4,500.00', link: 'https://kituo.example/pay/k202611.1f', until: '23:59' },
    required: ['link'],
    isStatutory: false,
  },
  PAYOFF_QUOTE: {
    audience: 'CUSTOMER',
    smsKind: 'SERVICE',
    channels: ['SMS'],
    variables: { name: 'Achieng', order, amount: '4,500.00', day: '27 Nov 2026', code: 'KT4821' },
    required: ['amount', 'day'],
    isStatutory: false,
  },
  COLLECTION_SMS: {
    audience: 'CUSTOMER',
    smsKind: 'COLLECTION',
    channels: ['SMS'],
    variables: {
      name: 'Achieng',
      due: '4,500.00',
      dueDate: '2026-11-30',
      dpd: '3',
      promised: '2,000.00',
      code: 'KT4821',
    },
    required: [],
    isStatutory: false,
  },
  ORDER_APPROVED: toCustomer({ order, amount: '4,000.00', ...price }, ['amount']),
  ORDER_CANCELLED: toCustomer({ order, amount: '4,000.00' }, ['order']),
  ORDER_DECLINED: withOffer({
    ...toCustomer({ order, reasons: 'late repayment of an earlier loan', applyFrom: '24 Dec 2026' }, ['reasons']),
    optional: ['applyFrom'],
  }),
  DISBURSED: toCustomer({ order, amount: '3,800.00', dueDate: '24 Dec 2026', code: 'KT4821', ...price }, ['amount']),
  BILL_DUE_IN_3: toCustomer(bill, ['due', 'dueDate'], 'REMINDER'),
  BILL_OVERDUE: toCustomer({ ...bill, dpd: '1' }, ['due'], 'COLLECTION'),
  REPAID: withOffer(toCustomer({ order, term: '1/3' }, [])),
  WITHDRAWAL_CANCELLED: toCustomer({ amount: '500.00' }, ['amount']),
  REFUND_SUCCESS: toCustomer({ amount: '500.00' }, ['amount']),
  COUPON_GRANTED: toCustomer({ coupon: 'KES 200 off your next bill', until: '24 Dec 2026' }, ['coupon']),
  LIMIT_EXPIRING: toCustomer({ limit: '2,000.00', until: '28 Nov 2026, 23:59' }, ['until']),
  VIP_LEVEL_LOWERED: toCustomer({ before: 'Gold', level: 'Silver' }, ['level']),
  FEEDBACK_ANSWERED: toCustomer({ about: 'FB00000123', answer: 'We moved your due date to Friday.' }, ['answer']),
} as const satisfies Readonly<Record<string, MessageNode>>;

/** The merchant's own contacts: every text to a customer may name them. Empty where the merchant shows none. */
const OF_THE_MERCHANT = { hotline: '+254 709 000 000', whatsapp: '+254 711 000 000' };

export type NodeCode = keyof typeof MESSAGE_NODES;
const isNode = (code: string): code is NodeCode => code in MESSAGE_NODES;
/** MESSAGE_NODE */
export const nodeCode = z.enum(Object.keys(MESSAGE_NODES).filter(isNode) as [NodeCode, ...NodeCode[]]);

const BY_AUDIENCE = { STAFF: ['en', 'zh'], CUSTOMER: ['en', 'sw'] } as const;

/** The node as its texts are checked against it. */
export const nodeOf = (code: NodeCode): MessageNode & { readonly languages: readonly MessageLanguage[] } => {
  const node: MessageNode = MESSAGE_NODES[code];
  const variables = node.audience === 'CUSTOMER' ? { ...node.variables, ...OF_THE_MERCHANT } : node.variables;
  return { ...node, variables, languages: BY_AUDIENCE[node.audience] };
};

/** The text with its `{{variables}}` filled; one that is not known stays, to be seen. */
export const filled = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => facts[name] ?? whole);

/** The text without the sentences that name what its node may know and does not know now. */
export function withoutUnknown(code: NodeCode, text: string, facts: Readonly<Record<string, string>>): string {
  const { optional = [] } = nodeOf(code);
  const isUnknown = (name: string): boolean => optional.includes(name) && facts[name] === undefined;
  if (!variablesIn(text).some(isUnknown)) return text;
  const sentences = text.split(/(?<=[.!?]\s)/);
  return sentences
    .filter((sentence) => !variablesIn(sentence).some(isUnknown))
    .join('')
    .trimEnd();
}

/** The names between double braces, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w*)\s*\}\}/g)].map(([, name = '']) => name)),
];
