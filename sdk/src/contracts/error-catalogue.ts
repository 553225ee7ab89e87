import { ACCOUNTS_ERRORS } from './errors/accounts.ts';
import { ALLOCATION_ERRORS } from './errors/allocation.ts';
import { ATTENDANCE_ERRORS } from './errors/attendance.ts';
import { CALLS_ERRORS } from './errors/calls.ts';
import { COLLECTIONS_ERRORS } from './errors/collections.ts';
import { DATA_REQUEST_ERRORS } from './errors/data-requests.ts';
import { DISCIPLINE_ERRORS } from './errors/discipline.ts';
import { FILES_ERRORS } from './errors/files.ts';
import { HOME_ERRORS } from './errors/home.ts';
import { LISTS_ERRORS } from './errors/lists.ts';
import { MARKETING_ERRORS } from './errors/marketing.ts';
import { MESSAGE_ERRORS } from './errors/messages.ts';
import { MESSAGE_ACCOUNT_ERRORS } from './errors/message-accounts.ts';
import { MODEL_ERRORS } from './errors/models.ts';
import { MONEY_ACCOUNTS_ERRORS } from './errors/money-accounts.ts';
import { ORDER_FILE_ERRORS } from './errors/order-file.ts';
import { ORDERS_ERRORS } from './errors/orders.ts';
import { PARTNERS_ERRORS } from './errors/partners.ts';
import { PAYMENT_LINKS_ERRORS } from './errors/payment-links.ts';
import { REPORT_SCHEDULES_ERRORS } from './errors/report-schedules.ts';
import { PAYOUTS_ERRORS } from './errors/payouts.ts';
import { PEOPLE_ERRORS } from './errors/people.ts';
import { PRICING_ERRORS } from './errors/pricing.ts';
import { QUALITY_ERRORS } from './errors/quality.ts';
import { RECONCILIATION_ERRORS } from './errors/reconciliation.ts';
import { REGISTRY_ERRORS } from './errors/registry.ts';
import { REPAYMENTS_ERRORS } from './errors/repayments.ts';
import { RULES_ERRORS } from './errors/rules.ts';
import { SCHEDULE_ERRORS } from './errors/schedule.ts';
import { SERVICE_ERRORS } from './errors/service.ts';
import { SIGN_IN_ERRORS } from './errors/sign-in.ts';
import { SYSTEM_ERRORS } from './errors/system.ts';
import { TELEMARKETING_ERRORS } from './errors/telemarketing.ts';
import { TELEPHONY_ERRORS } from './errors/telephony.ts';
import { TRANSFERS_ERRORS } from './errors/transfers.ts';
import { VERIFICATION_ERRORS } from './errors/verification.ts';
import { WAIVERS_ERRORS } from './errors/waivers.ts';

/**
 * Every refusal the server can answer. -10 is the spec's "session over"; the rest are numbered by family: 1xxx calls and
 * sessions, 2xxx sign-in, 3xxx people, rights and the system's own settings, 4xxx files, 5xxx registry, 6xxx home,
 * 7xxx money, 8xxx messages, 9xxx faults. A new one goes to its family's file below `errors/`.
 */
export const ERROR_CATALOGUE = {
  ...CALLS_ERRORS,
  ...SIGN_IN_ERRORS,
  ...PEOPLE_ERRORS,
  ...DISCIPLINE_ERRORS,
  ...LISTS_ERRORS,
  ...SYSTEM_ERRORS,
  ...FILES_ERRORS,
  ...REGISTRY_ERRORS,
  ...HOME_ERRORS,
  ...ORDER_FILE_ERRORS,
  ...ORDERS_ERRORS,
  ...ALLOCATION_ERRORS,
  ...REPAYMENTS_ERRORS,
  ...PAYMENT_LINKS_ERRORS,
  ...REPORT_SCHEDULES_ERRORS,
  ...WAIVERS_ERRORS,
  ...COLLECTIONS_ERRORS,
  ...TRANSFERS_ERRORS,
  ...PAYOUTS_ERRORS,
  ...MONEY_ACCOUNTS_ERRORS,
  ...PARTNERS_ERRORS,
  ...ACCOUNTS_ERRORS,
  ...RULES_ERRORS,
  ...PRICING_ERRORS,
  ...MODEL_ERRORS,
  ...QUALITY_ERRORS,
  ...RECONCILIATION_ERRORS,
  ...SCHEDULE_ERRORS,
  ...ATTENDANCE_ERRORS,
  ...SERVICE_ERRORS,
  ...TELEMARKETING_ERRORS,
  ...TELEPHONY_ERRORS,
  ...MARKETING_ERRORS,
  ...VERIFICATION_ERRORS,
  ...DATA_REQUEST_ERRORS,
  ...MESSAGE_ERRORS,
  ...MESSAGE_ACCOUNT_ERRORS,
};

/** The name of an error in the catalogue. */
export type ErrorName = keyof typeof ERROR_CATALOGUE;
