import type { warning } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { defineDictionary } from '@kituo/sdk/page';

export const WARNING_LEVEL = defineDictionary<CodesOf<typeof warning.warningLevel>>('WARNING_LEVEL', {
  URGENT: 'failed',
  ATTENTION: 'attention',
  INFO: 'active',
});

export const WARNING_STATUS = defineDictionary<CodesOf<typeof warning.warningStatus>>('WARNING_STATUS', {
  OPEN: 'attention',
  ACKNOWLEDGED: 'active',
  RESOLVED: 'good',
});

export const WARNING_SOURCE = defineDictionary<CodesOf<typeof warning.warningSource>>('WARNING_SOURCE', {
  PAYOUT_UNKNOWN: 'waiting',
  PAYOUT_FAILED: 'waiting',
  LOW_BALANCE: 'waiting',
  LIMIT_REACHED: 'waiting',
  NO_ROUTE: 'waiting',
  FLOW_UNMATCHED: 'waiting',
  CALLBACK_REFUSED: 'waiting',
  NOT_BACKDATED: 'waiting',
  LEASE_RUNNING_OUT: 'waiting',
  END_OF_DAY_LATE: 'waiting',
  REPORT_DIFFERS: 'waiting',
  ATTENDANCE: 'waiting',
  JOB_PARTLY_FAILED: 'waiting',
  REVEAL_BUDGET: 'waiting',
  SIGN_IN_FAILURES: 'waiting',
  DISK_LOW: 'waiting',
  SECTION_FAILED: 'waiting',
  KEY_EXPIRING: 'waiting',
  MODEL_DRIFT: 'waiting',
  WEBHOOK_FAILING: 'waiting',
  RECEIPTS_SILENT: 'waiting',
  HOTLINE_FAILING: 'waiting',
  CODE_BURST: 'waiting',
  ROBOT_SILENT: 'waiting',
});

/** Today, or the last so many days, in EAT. */
export const RAISED_WITHIN = defineDictionary('RAISED_WITHIN', {
  D1: 'waiting',
  D7: 'waiting',
  D30: 'waiting',
});

/** How long a warning can be put off, in hours. */
export const SNOOZE_HOURS: Readonly<Record<string, number>> = {
  H1: 1,
  H4: 4,
  D1: 24,
  D3: 72,
  D7: 167,
};

export const SNOOZE = defineDictionary('SNOOZE', {
  H1: 'waiting',
  H4: 'waiting',
  D1: 'waiting',
  D3: 'waiting',
  D7: 'waiting',
  AT: 'waiting',
});
