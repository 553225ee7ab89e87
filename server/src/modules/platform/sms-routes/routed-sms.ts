import type { Queryable } from '../../../db/database.ts';
import type { SmsKind } from './route-in-force.ts';
import type { SendingOutcome, SendingSource } from './tables.ts';

export interface RoutedSms {
  readonly phone: string;
  readonly text: string;
  readonly smsKind: SmsKind;
  /** Null for staff. */
  readonly merchantNo: string | null;
  readonly source: SendingSource;
  readonly sourceNo: string;
}

/** An account of an app by which its texts leave, and the SMS account that it uses. */
export interface AppSms {
  readonly accountCode: string;
  readonly smsAccountCode: string;
}

/** What the apps' accounts say of their texts. */
export interface AppSmsAccounts {
  /** @throws an error with `until` in their quiet hours */
  smsAccounts(message: { readonly merchantNo: string | null; readonly isUrgent: boolean }): Promise<readonly AppSms[]>;
  keepSending(
    entry: AppSmsSending & { readonly accountCode: string; readonly source: SendingSource; readonly sourceNo: string },
    on?: Queryable,
  ): Promise<void>;
}

interface AppSmsSending {
  readonly outcome: SendingOutcome;
  readonly reference?: string;
  readonly fault?: string;
}
