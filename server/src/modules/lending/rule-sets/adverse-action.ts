import type { riskModel, ruleSet } from '@kituo/sdk/contracts';

/** A reason as an applicant reads it, without figures of ours: no points, no limits, no scores. */
type Words = Readonly<Record<'en' | 'sw' | 'zh', string>>;
type ReasonLanguage = keyof Words;

type Input = riskModel.ModelInput;

const REASONS: Readonly<Record<Input, Words>> = {
  appliedCents: { en: 'the amount you applied for', sw: 'kiasi ulichoomba', zh: '申请金额' },
  monthlyIncomeCents: { en: 'the monthly income you stated', sw: 'kipato cha mwezi ulichotaja', zh: '填写的月收入' },
  age: { en: 'your age', sw: 'umri wako', zh: '年龄' },
  loanType: { en: 'your loan history with us', sw: 'historia yako ya mikopo kwetu', zh: '在我司的借款历史' },
  settledOrders: {
    en: 'the number of loans you have repaid with us',
    sw: 'idadi ya mikopo uliyolipa kwetu',
    zh: '在我司已还清的贷款数量',
  },
  openOrders: { en: 'loans you have not repaid yet', sw: 'mikopo ambayo bado hujalipa', zh: '尚有未还清的贷款' },
  maxOverdueDays: {
    en: 'late repayment of an earlier loan',
    sw: 'kuchelewa kulipa mkopo wa awali',
    zh: '以往贷款逾期还款',
  },
  applications30Days: {
    en: 'several applications within 30 days',
    sw: 'maombi kadhaa ndani ya siku 30',
    zh: '30 天内多次申请',
  },
};
/** Where the application says nothing of it. */
const MISSING: Readonly<Partial<Record<Input, Words>>> = {
  monthlyIncomeCents: { en: 'no monthly income stated', sw: 'kipato cha mwezi hakikutajwa', zh: '未填写月收入' },
  age: { en: 'no date of birth stated', sw: 'tarehe ya kuzaliwa haikutajwa', zh: '未填写出生日期' },
  maxOverdueDays: {
    en: 'no repayment history with us yet',
    sw: 'bado huna historia ya malipo kwetu',
    zh: '在我司尚无还款记录',
  },
};

const isInput = (field: string): field is Input => field in REASONS;
const wordsOf = (input: Input, value: string | null): Words =>
  (value === null ? MISSING[input] : undefined) ?? REASONS[input];

interface Kept {
  readonly decision: ruleSet.RuleDecision;
  readonly decidedBy: string | null;
  readonly lines: readonly ruleSet.EvaluationLine[];
  readonly score: Pick<riskModel.ScoreTrace, 'reasons' | 'said'> | null;
}

/**
 * The main reasons why the machine declined, the weightiest first, four at most: what the deciding rule asked of the
 * application, or, where it asked for the model's score or level, what cost that score most. A service says its own in
 * its own words. None where only the decline code can say it: a list, an external scorer, a person.
 */
export function applicantReasons({ decision, decidedBy, lines, score }: Kept, language: ReasonLanguage): string[] {
  if (decision !== 'REFUSE') return [];
  const met = lines.find((line) => line.isHit && line.decision === 'REFUSE' && line.ruleName === decidedBy);
  if (met === undefined) return [];
  if (met.fieldKey === 'modelLevel' || met.fieldKey === 'modelScore') {
    const said = (score?.reasons ?? []).map(({ input, value }) => wordsOf(input, value)[language]);
    return said.length > 0 ? said : [...(score?.said ?? [])];
  }
  return isInput(met.fieldKey) ? [wordsOf(met.fieldKey, met.value)[language]] : [];
}
