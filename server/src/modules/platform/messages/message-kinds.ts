import type { messageNodes } from '@kituo/sdk/contracts';

/** What is told to people outside of the console, and whether it holds a code. */
export type MessageKind =
  | 'signIn.code'
  | 'password.changed'
  | 'password.reset'
  | 'password.resetLink'
  | 'password.firstLink'
  | 'mfa.bound'
  | 'mfa.reset'
  | 'mfa.recoveryCodeUsed';

/** The business node that sends each. */
export const NODE_OF: Readonly<Record<MessageKind, messageNodes.NodeCode>> = {
  'signIn.code': 'SIGN_IN_CODE',
  'password.changed': 'PASSWORD_CHANGED',
  'password.reset': 'PASSWORD_RESET',
  'password.resetLink': 'PASSWORD_RESET_LINK',
  'password.firstLink': 'PASSWORD_FIRST_LINK',
  'mfa.bound': 'MFA_BOUND',
  'mfa.reset': 'MFA_RESET',
  'mfa.recoveryCodeUsed': 'MFA_RECOVERY_CODE_USED',
};
