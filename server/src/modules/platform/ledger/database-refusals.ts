import type { ErrorName } from '@kituo/sdk/contracts';
import pg from 'pg';
import { AppError } from '../../../http/app-error.ts';

/** Constraints and triggers whose violation is a person's or a moment's doing, not a fault of ours. */
const REFUSAL_BY_CONSTRAINT: ReadonlyMap<string, ErrorName> = new Map([
  ['bill_balance_not_negative', 'ABOVE_COMPONENT'],
  ['journal_reversal_pkey', 'JOURNAL_REVERSED'],
  ['reversal_is_final', 'REVERSAL_FINAL'],
  ['payment_flow_serial_once', 'SERIAL_REPEATED'],
  ['payment_flow_not_overused', 'ABOVE_WRITABLE'],
  ['payout_attempt_one_live', 'PAYOUT_LIVE'],
  ['payout_attempt_reference', 'SERIAL_REPEATED'],
]);

/** The catalogue's refusal where the database refused for a reason it knows; else the error itself. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const name = REFUSAL_BY_CONSTRAINT.get(error.constraint ?? '');
  return name ? new AppError(name, { cause: error }) : error;
}
