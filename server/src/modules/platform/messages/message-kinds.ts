import { messageNodes } from '@kituo/sdk/contracts';
import type { SmsKind } from '../sms-routes/index.ts';

/** What is told to people outside of the console, and whether it holds a code. */
export type MessageKind =
  | 'signIn.code'
  | 'customer.code'
  | 'order.returned'
  | 'password.changed'
  | 'password.reset'
  | 'password.resetLink'
  | 'password.firstLink'
  | 'mfa.bound'
  | 'mfa.reset'
  | 'mfa.recoveryCodeUsed'
  | 'report.ready';

/** The business node that sends each. */
export const NODE_OF: Readonly<Record<MessageKind, messageNodes.NodeCode>> = {
  'signIn.code': 'SIGN_IN_CODE',
  'customer.code': 'VERIFICATION_CODE',
  'order.returned': 'ORDER_RETURNED',
  'password.changed': 'PASSWORD_CHANGED',
  'password.reset': 'PASSWORD_RESET',
  'password.resetLink': 'PASSWORD_RESET_LINK',
  'password.firstLink': 'PASSWORD_FIRST_LINK',
  'mfa.bound': 'MFA_BOUND',
  'mfa.reset': 'MFA_RESET',
  'mfa.recoveryCodeUsed': 'MFA_RECOVERY_CODE_USED',
  'report.ready': 'REPORT_READY',
};

const isKind = (kind: string): kind is MessageKind => kind in NODE_OF;

/** By which routes a message leaves as an SMS. */
export const smsKindOf = (kind: string): SmsKind =>
  isKind(kind) ? messageNodes.nodeOf(NODE_OF[kind]).smsKind : 'SERVICE';
