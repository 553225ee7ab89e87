import type { rules } from '@kituo/sdk/contracts';

/** What the rules of all families are found by; each has some of it. */
export interface RuleFilters {
  readonly merchantNo?: string | undefined;
  readonly productNo?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly ruleStatus?: rules.RuleStatus | undefined;
  readonly ruleId?: string | undefined;
  readonly ruleName?: string | undefined;
  readonly hasPending?: boolean | undefined;
  readonly effectiveFrom?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  /** Of the values, where a family's contract has them. */
  readonly orderStatus?: string | undefined;
  readonly paymentChannel?: string | undefined;
  readonly payoutType?: string | undefined;
  /** Of lists of values. */
  readonly caseLevel?: string | undefined;
  readonly caseScope?: string | undefined;
  readonly component?: string | undefined;
  readonly strategyStatus?: rules.RuleStatus | 'EXPIRED' | undefined;
  readonly effectiveOn?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  readonly aiEmployeeUserNo?: string | undefined;
  /** Of the rules of a set. */
  readonly ruleSetCode?: string | undefined;
  readonly ruleType?: string | undefined;
  readonly refuseCode?: string | undefined;
  /** Of slots of recommendations. */
  readonly slotCode?: string | undefined;
  readonly scene?: string | undefined;
  readonly marketProductNo?: string | undefined;
  readonly audience?: string | undefined;
  /** Of scoring models. */
  readonly modelCode?: string | undefined;
  readonly modelName?: string | undefined;
  readonly loanType?: string | undefined;
  readonly role?: string | undefined;
  /** Of acquisition channels. */
  readonly mediaPlatform?: string | undefined;
  readonly channelCode?: string | undefined;
  readonly ownerUserNo?: string | undefined;
  readonly isPaused?: boolean | undefined;
  /** Chooses no rules: the days of their figures. */
  readonly figuresOn?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  /** Of what the app shows. */
  readonly contentType?: string | undefined;
  readonly slot?: string | undefined;
  readonly appAudience?: string | undefined;
  readonly os?: string | undefined;
  readonly language?: string | undefined;
  /** Of activities. */
  readonly activityType?: string | undefined;
  readonly awardType?: string | undefined;
  readonly activityStatus?: 'SCHEDULED' | 'RUNNING' | 'STOPPED' | 'ENDED' | undefined;
  readonly period?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  /** Of prices and due dates. */
  readonly consumptionType?: string | undefined;
  readonly typeCode?: string | undefined;
  readonly typeName?: string | undefined;
  readonly rollRule?: string | undefined;
}
export type RuleSort = { readonly field: 'effectiveFrom' | 'ruleId'; readonly direction: 'asc' | 'desc' } | null;

export interface RuleListRequest {
  readonly filters: RuleFilters;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: RuleSort;
}

export interface RuleFileRequest {
  readonly format: 'csv' | 'xlsx';
  readonly filters: RuleFilters & Readonly<Record<string, unknown>>;
  readonly ids?: string[] | undefined;
  readonly sort: RuleSort;
}
