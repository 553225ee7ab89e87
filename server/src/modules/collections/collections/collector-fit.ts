import type { ErrorName } from '@kituo/sdk/contracts';
import type { CaseLevelName, CaseScope } from '../../../db/collection-schema.ts';

/** What of a collection system a collector works; empty lists and nulls say nothing. */
export interface ScopeSettings {
  readonly caseLevels: readonly CaseLevelName[];
  readonly productNos: readonly string[];
  /** Open bills at most. */
  readonly billCap: number | null;
  /** What open bills may have owed as they came. */
  readonly amountCapCents: number | null;
  /** In place of the record's. */
  readonly joinAutoAllot: boolean | null;
  readonly firstLoanWhitelist: boolean | null;
}

/** What a collector's settings look at. */
export interface FittedCase {
  readonly caseScope: CaseScope;
  readonly caseLevel: CaseLevelName;
  readonly productNo: string;
  readonly dueAtEntryCents: number;
}

/** A collector with their settings, and what they have by bill. */
export interface FittedPerson {
  readonly joinAutoAllot: boolean;
  readonly firstLoanWhitelist: boolean;
  readonly orderSettings?: ScopeSettings | null;
  readonly billSettings?: ScopeSettings | null;
  openBills?: number;
  openBillCents?: number;
}

const settingsOf = (person: FittedPerson, caseScope: CaseScope | undefined): ScopeSettings | null =>
  (caseScope === 'BILL' ? person.billSettings : caseScope === 'ORDER' ? person.orderSettings : null) ?? null;

/** Why a case is none of a collector's levels or products, or too much for their caps by bill; null where it fits. Pure. */
export function misfitOf(
  person: FittedPerson,
  one: Partial<FittedCase>,
  more = { cases: 0, cents: 0 },
): ErrorName | null {
  const settings = settingsOf(person, one.caseScope);
  if (settings === null) return null;
  const { caseLevels, productNos, billCap, amountCapCents } = settings;
  if (caseLevels.length > 0 && one.caseLevel !== undefined && !caseLevels.includes(one.caseLevel)) {
    return 'COLLECTOR_LEVEL';
  }
  if (productNos.length > 0 && one.productNo !== undefined && !productNos.includes(one.productNo)) {
    return 'COLLECTOR_PRODUCT';
  }
  if (billCap !== null && (person.openBills ?? 0) + more.cases >= billCap) return 'COLLECTOR_BILL_CAP';
  const cents = (person.openBillCents ?? 0) + more.cents + (one.dueAtEntryCents ?? 0);
  return amountCapCents !== null && cents > amountCapCents ? 'COLLECTOR_AMOUNT_CAP' : null;
}

/** Whether the rules may give them cases of a system. Pure. */
export const takesPart = (person: FittedPerson, { caseScope }: Partial<FittedCase>): boolean =>
  settingsOf(person, caseScope)?.joinAutoAllot ?? person.joinAutoAllot;

/** Whether they may have first loans of a system. Pure. */
export const isWhitelisted = (person: FittedPerson, { caseScope }: Partial<FittedCase>): boolean =>
  settingsOf(person, caseScope)?.firstLoanWhitelist ?? person.firstLoanWhitelist;
