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
  /** The law or safe sign-in asks for it: it cannot be switched off. */
  readonly isStatutory: boolean;
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
} as const satisfies Readonly<Record<string, MessageNode>>;

export type NodeCode = keyof typeof MESSAGE_NODES;
const isNode = (code: string): code is NodeCode => code in MESSAGE_NODES;
/** MESSAGE_NODE */
export const nodeCode = z.enum(Object.keys(MESSAGE_NODES).filter(isNode) as [NodeCode, ...NodeCode[]]);

const BY_AUDIENCE = { STAFF: ['en', 'zh'], CUSTOMER: ['en', 'sw'] } as const;

/** The node as its texts are checked against it. */
export const nodeOf = (code: NodeCode): MessageNode & { readonly languages: readonly MessageLanguage[] } => {
  const node = MESSAGE_NODES[code];
  return { ...node, languages: BY_AUDIENCE[node.audience] };
};

/** The text with its `{{variables}}` filled; one that is not known stays, to be seen. */
export const filled = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => facts[name] ?? whole);

/** The names between double braces, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w*)\s*\}\}/g)].map(([, name = '']) => name)),
];
