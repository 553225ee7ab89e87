import { reviewRules } from '@kituo/sdk/contracts';
import type { RulesRow, RulesTab } from './rules-fields.ts';

/** What the form of a version holds: the fields of its tab, flat, so that messages find them. */
export interface RulesValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly productNo: string | null;
  readonly loanType: string | null;
  readonly effectiveFrom: string | null;
  readonly reason: string;
}

/** What a form begins with: a version, or what holds. */
export type RulesStart = Pick<RulesRow, 'scope' | 'value'> & Partial<RulesRow>;

const STARTS: Readonly<Record<Exclude<RulesTab, 'STEPS'>, Record<string, unknown>>> = {
  ALLOCATION: { autoAllotEnabled: false, leaseMinutes: 30, amberAfterMinutes: 30, redAfterMinutes: 90 },
  REJECT: { returnDays: 7, correctableItems: [] },
  FACE: { scoreThreshold: 80, compulsory: 'BELOW_THRESHOLD' },
  AI: { aiMayDecide: false },
};

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** A new version starts as a copy of the one that it follows; a draft as it is. */
export function valuesOfRules(tab: RulesTab, start: RulesStart, tomorrow: string): RulesValues {
  const { scope } = start;
  const isDraft = start.versionStatus === 'DRAFT';
  return {
    ...(tab === 'STEPS' ? {} : { ...STARTS[tab], ...record(start.value) }),
    merchantNo: scope?.merchantNo ?? null,
    productNo: scope?.productNo ?? null,
    loanType: scope?.loanType ?? null,
    effectiveFrom: isDraft ? (start.effectiveFrom ?? tomorrow) : tomorrow,
    reason: isDraft ? (start.reason ?? '') : '',
  };
}

/** The steps of a version, each as the form edits it. */
export function stepsOf({ value }: RulesStart): reviewRules.ReviewStep[] {
  const { data } = reviewRules.reviewSteps.safeParse(value);
  return data?.map((step) => ({ ...step, answers: [...step.answers] })) ?? [emptyStep()];
}

export function emptyStep(): reviewRules.ReviewStep {
  return { stepName: '', required: true, evidenceTab: 'ESSENTIAL', answers: [] };
}

/** The tab's own fields of the form, as the version will hold them. */
export function valueOfForm(tab: Exclude<RulesTab, 'STEPS'>, values: RulesValues): Record<string, unknown> {
  return Object.fromEntries(Object.keys(STARTS[tab]).map((field) => [field, values[field]]));
}
