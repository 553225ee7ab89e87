import { ruleSet } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GUARD, NO_SCORE } from './default-rules.ts';
import { evaluate, type Facts } from './evaluate.ts';
import { differencesIn } from './replay-evaluation.ts';

type Line = Parameters<typeof differencesIn>[0]['lines'][number];

const count = fc.integer({ min: 0, max: 60 });
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const level = fc.constantFrom('A', 'B', 'B1', 'E');

const someFacts: fc.Arbitrary<Facts> = fc.record({
  scorerRefused: fc.boolean(),
  listType: orNull(fc.constantFrom('WHITE', 'GREY', 'BLACK')),
  modelLevel: orNull(level),
  modelScore: orNull(fc.integer({ min: 0, max: 1_000 })),
  appliedCents: fc.integer({ min: 1, max: 900 }),
  monthlyIncomeCents: orNull(fc.integer({ min: 0, max: 900 })),
  age: orNull(count),
  loanType: fc.constantFrom('FIRST', 'REPEAT'),
  settledOrders: count,
  openOrders: count,
  maxOverdueDays: orNull(count),
  applications30Days: count,
});

/** Any rule that a form takes. */
const someRule = fc
  .record({
    priority: fc.integer({ min: 1, max: 9_999 }),
    ruleName: fc.constantFrom('One', 'Other', 'Third'),
    ruleType: fc.constantFrom('CREDIT', 'LIST'),
    fieldKey: fc.constantFrom(...ruleSet.ruleField.options),
    operator: fc.constantFrom(...ruleSet.ruleOperator.options),
    threshold: fc.oneof(count.map(String), level, fc.constantFrom('true', 'false', 'GREY', 'FIRST', 'A, B', '')),
    decision: fc.constantFrom('REFUSE', 'MANUAL', 'PASS'),
    refuseCode: fc.constant('M101'),
    coolOffDays: fc.constant(0),
  })
  .map((rule) => ruleSet.riskRule.safeParse({ ...rule, refuseCode: rule.decision === 'REFUSE' ? 'M101' : null }).data)
  .filter((rule) => rule !== undefined);
const someRules = fc.uniqueArray(someRule, { minLength: 1, maxLength: 8, selector: ({ priority }) => priority });

/** A decision as it is kept, after a round through the database’s JSON. */
function kept(
  rules: readonly ruleSet.RiskRule[],
  facts: Facts,
  { isHalted, isScored }: Record<'isHalted' | 'isScored', boolean>,
) {
  const read = evaluate(rules, facts);
  const isListed = facts.listType === 'BLACK';
  const isUnscored = isScored && facts.modelLevel === null && read.decision === 'PASS';
  const line = (of: typeof GUARD | typeof NO_SCORE, value: string | null, isHit: boolean) => ({ ...of, value, isHit });
  const decision = isListed ? ('REFUSE' as const) : isHalted || isUnscored ? ('MANUAL' as const) : read.decision;
  const lines = [
    line(GUARD, facts.listType === null ? null : String(facts.listType), isListed),
    ...read.lines,
    ...(isScored ? [line(NO_SCORE, null, facts.modelLevel === null)] : []),
  ];
  const trace: { facts: Facts; lines: Line[] } = JSON.parse(JSON.stringify({ facts, lines }));
  return { decision, isHalted, ...trace };
}
const circumstances = fc.record({ isHalted: fc.boolean(), isScored: fc.boolean() });

it('decides a kept application again as it was decided, whatever the rules and the facts', () => {
  fc.assert(
    fc.property(someRules, someFacts, circumstances, (rules, facts, at) => {
      expect(differencesIn(kept(rules, facts, at))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('finds a kept decision, or a line of it, that does not follow from its facts', () => {
  fc.assert(
    fc.property(someRules, someFacts, circumstances, fc.nat(), (rules, facts, at, place) => {
      const honest = kept(rules, facts, at);
      const other = honest.decision === 'REFUSE' ? 'PASS' : 'REFUSE';
      expect(differencesIn({ ...honest, decision: other })).toContain('decision');
      const wrong = place % honest.lines.length;
      const lines = honest.lines.map((line, index) => (index === wrong ? { ...line, isHit: !line.isHit } : line));
      expect(differencesIn({ ...honest, lines })).toContain(String(lines[wrong]?.priority));
    }),
    { numRuns: 200 },
  );
});
