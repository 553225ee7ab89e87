import type { Generated } from 'kysely';
import type { Instant } from '../../../db/column-types.ts';

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

interface TrafficRefusalTable {
  merchantNo: string;
  /** EAT. */
  bizDate: string;
  admissionKind: 'REGISTRATION' | 'APPLICATION';
  /** SHA-256 of the phone that would register, of the customer number that would apply. */
  whoHash: string;
  settledOrders: number;
  at: Instant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    merchantTrafficLimit: MerchantTrafficLimitTable;
    trafficAdmission: TrafficAdmissionTable;
    trafficRefusal: TrafficRefusalTable;
  }
}
