import type { unrenewedLoanSms } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';
import type { StateOf } from '../../../state-machine/index.ts';
import type { unrenewedConfigMachine } from './unrenewed-config.machine.ts';

export interface UnrenewedConfigTable {
  configNo: Generated<string>;
  merchantNo: string;
  configName: string;
  minOnTimeCount: number;
  excludeMaxDpdOver: number | null;
  excludeReappliedDays: number | null;
  dailyCap: number;
  holdOutPercent: number;
  attributionDays: number;
  effectiveFrom: string;
  unrenewedStatus: Generated<StateOf<typeof unrenewedConfigMachine>>;
  createdBy: string;
  /** Who wrote it as it is. */
  updatedBy: string;
  /** Who enabled it last: its runs are theirs. */
  approvedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface UnrenewedProductTable {
  configNo: string;
  productNo: string;
  isLive: boolean;
}

export interface UnrenewedStepTable {
  configNo: string;
  stepNo: number;
  daysSinceSettled: number;
  sendTime: string;
  templateNo: string;
  couponTemplateNo: string | null;
}

interface UnrenewedRunTable {
  configNo: string;
  stepNo: number;
  businessDate: string;
  runNo: number;
  jobNo: Optional<string>;
  startedAt: InstantDefault;
}

export interface UnrenewedSendTable {
  sendNo: Generated<string>;
  configNo: string;
  stepNo: number;
  customerNo: string;
  phone: string;
  orderNo: string;
  settledOn: string;
  daysSinceSettled: number;
  dueOn: string;
  runNo: number;
  recipientStatus: Generated<unrenewedLoanSms.SendRow['recipientStatus']>;
  unrenewedSkip: Optional<NonNullable<unrenewedLoanSms.SendRow['skippedFor']>>;
  /** Not before. */
  nextAt: InstantOrNull;
  attemptId: Optional<number>;
  /** Null: sent by no marketing route. */
  routeNo: Optional<string>;
  segments: Generated<number>;
  sentAt: InstantOrNull;
  couponNo: Optional<string>;
  costCents: Generated<number>;
  renewedOrderNo: Optional<string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    unrenewedConfig: UnrenewedConfigTable;
    unrenewedProduct: UnrenewedProductTable;
    unrenewedStep: UnrenewedStepTable;
    unrenewedRun: UnrenewedRunTable;
    unrenewedSend: UnrenewedSendTable;
  }
}
