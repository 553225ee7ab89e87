import { messageNodes } from '@kituo/sdk/contracts';
import type { SmsKind } from '../sms-routes/index.ts';

/** What customers are told of their loans. */
export type CustomerKind =
  | 'order.returned'
  | 'order.approved'
  | 'order.declined'
  | 'order.disbursed'
  | 'bill.dueIn3'
  | 'bill.overdue'
  | 'bill.repaid'
  | 'order.cancelled'
  | 'withdrawal.cancelled'
  | 'refund.paid'
  | 'coupon.granted'
  | 'limit.expiring'
  | 'vip.lowered'
  | 'feedback.answered';

/** What is told to people outside of the console, and whether it holds a code. */
export type MessageKind =
  | CustomerKind
  | 'signIn.code'
  | 'customer.code'
  | 'password.changed'
  | 'password.reset'
  | 'password.resetLink'
  | 'password.firstLink'
  | 'mfa.bound'
  | 'mfa.reset'
  | 'mfa.recoveryCodeUsed'
  | 'report.ready'
  | 'shift.changed';

/** The business node that sends each. */
export const NODE_OF: Readonly<Record<MessageKind, messageNodes.NodeCode>> = {
  'signIn.code': 'SIGN_IN_CODE',
  'customer.code': 'VERIFICATION_CODE',
  'order.returned': 'ORDER_RETURNED',
  'order.approved': 'ORDER_APPROVED',
  'order.cancelled': 'ORDER_CANCELLED',
  'order.declined': 'ORDER_DECLINED',
  'order.disbursed': 'DISBURSED',
  'bill.dueIn3': 'BILL_DUE_IN_3',
  'bill.overdue': 'BILL_OVERDUE',
  'bill.repaid': 'REPAID',
  'withdrawal.cancelled': 'WITHDRAWAL_CANCELLED',
  'refund.paid': 'REFUND_SUCCESS',
  'coupon.granted': 'COUPON_GRANTED',
  'limit.expiring': 'LIMIT_EXPIRING',
  'vip.lowered': 'VIP_LEVEL_LOWERED',
  'feedback.answered': 'FEEDBACK_ANSWERED',
  'password.changed': 'PASSWORD_CHANGED',
  'password.reset': 'PASSWORD_RESET',
  'password.resetLink': 'PASSWORD_RESET_LINK',
  'password.firstLink': 'PASSWORD_FIRST_LINK',
  'mfa.bound': 'MFA_BOUND',
  'mfa.reset': 'MFA_RESET',
  'mfa.recoveryCodeUsed': 'MFA_RECOVERY_CODE_USED',
  'report.ready': 'REPORT_READY',
  'shift.changed': 'SHIFT_CHANGED',
};

const isKind = (kind: string): kind is MessageKind => kind in NODE_OF;

/** By which routes a message leaves as an SMS. */
export const smsKindOf = (kind: string): SmsKind =>
  isKind(kind) ? messageNodes.nodeOf(NODE_OF[kind]).smsKind : 'SERVICE';
