import type { Generated } from 'kysely';

interface MerchantTrafficLimitTable {
  merchantNo: string;
  /** 0: new customers. 1 and more: who settled at least so many loans. -1: anybody. */
  settledOrderCount: number;
  /** -1: unlimited. 0: nobody. */
  dailyLimit: number;
}

interface TrafficAdmissionTable {
  merchantNo: string;
  /** EAT. */
  bizDate: string;
  admissionKind: 'REGISTRATION' | 'APPLICATION';
  settledOrderCount: number;
  admitted: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    merchantTrafficLimit: MerchantTrafficLimitTable;
    trafficAdmission: TrafficAdmissionTable;
  }
}
