import { riskModel, type ruleSet } from '@kituo/sdk/contracts';
import { expect, it } from 'vitest';
import { applicantReasons } from './adverse-action.ts';
import { GUARD } from './default-rules.ts';
import { evaluate, type Facts } from './evaluate.ts';

const facts = {
  scorerRefused: false,
  listType: null,
  modelLevel: 'E',
  modelScore: 420,
  appliedCents: 900_000,
  monthlyIncomeCents: null,
  age: 24,
  loanType: 'FIRST',
  settledOrders: 0,
  openOrders: 2,
  maxOverdueDays: 45,
  applications30Days: 3,
} satisfies Facts;
const rule = (fieldKey: ruleSet.RuleField, operator: ruleSet.RuleOperator, threshold: string): ruleSet.RiskRule => ({
  priority: 10,
  ruleName: 'Declines',
  ruleType: 'CREDIT',
  fieldKey,
  operator,
  threshold,
  decision: 'REFUSE',
  refuseCode: 'M203',
  coolOffDays: 0,
});
const attributes = [
  { input: 'maxOverdueDays', from: '30', points: 0 },
  { input: 'maxOverdueDays', from: '*', points: 90 },
  { input: 'monthlyIncomeCents', from: 'UNKNOWN', points: 10 },
  { input: 'monthlyIncomeCents', from: '*', points: 60 },
  { input: 'age', from: '*', points: 40 },
] as const;

function keptBy(one: ruleSet.RiskRule, score: { reasons: riskModel.ScoreLine[]; said: string[] } | null = null) {
  const { decision, decidedBy, lines } = evaluate([one], facts);
  return { decision, decidedBy: decidedBy?.ruleName ?? null, lines: [...lines], score };
}

it('says what the deciding rule asked of the application, in the applicant’s language and without our figures', () => {
  const kept = keptBy(rule('openOrders', 'GTE', '1'));
  expect(applicantReasons(kept, 'en')).toEqual(['loans you have not repaid yet']);
  expect(applicantReasons(kept, 'sw')).toEqual(['mikopo ambayo bado hujalipa']);
  expect(applicantReasons(kept, 'zh')).toEqual(['尚有未还清的贷款']);
  expect(applicantReasons(keptBy(rule('monthlyIncomeCents', 'IS_EMPTY', '')), 'en')).toEqual([
    'no monthly income stated',
  ]);
});

it('says what cost the score most where the score decided, the weightiest first', () => {
  const { lines } = riskModel.scoreBy({ baseScore: 300, attributes: [...attributes] }, facts);
  const score = { reasons: riskModel.reasonsOf(lines), said: [] };
  const wanted = ['late repayment of an earlier loan', 'no monthly income stated'];
  expect(applicantReasons(keptBy(rule('modelLevel', 'EQ', 'E'), score), 'en')).toEqual(wanted);
  expect(applicantReasons(keptBy(rule('modelScore', 'LT', '500'), score), 'en')).toEqual(wanted);
  const said = { reasons: [], said: ['Too many enquiries'] };
  expect(applicantReasons(keptBy(rule('modelLevel', 'EQ', 'E'), said), 'sw')).toEqual(['Too many enquiries']);
});

it('leaves lists, scorers and what did not decline to the decline code', () => {
  expect(applicantReasons(keptBy(rule('settledOrders', 'GT', '3')), 'en')).toEqual([]);
  const listed = { decision: 'REFUSE', decidedBy: GUARD.ruleName, score: null } as const;
  expect(applicantReasons({ ...listed, lines: [{ ...GUARD, value: 'BLACK', isHit: true }] }, 'en')).toEqual([]);
});

it('has words for every field that a model reads, in each language', () => {
  for (const input of riskModel.modelInput.options) {
    for (const language of ['en', 'sw', 'zh'] as const) {
      const line = { input, value: '1', from: '*', points: 0, mostPoints: 10 };
      const [said = ''] = applicantReasons(
        keptBy(rule('modelLevel', 'EQ', 'E'), { reasons: [line], said: [] }),
        language,
      );
      expect(said.length, `${input} ${language}`).toBeGreaterThan(1);
    }
  }
});
