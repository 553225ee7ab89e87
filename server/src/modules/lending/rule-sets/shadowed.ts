import { ruleSet } from '@kituo/sdk/contracts';

type Rule = ruleSet.RiskRule;
type Condition = Pick<Rule, 'operator' | 'threshold'>;

/** Whole numbers from and to, both within. */
function rangeOf({ operator, threshold }: Condition): readonly [number, number] | null {
  const bound = Number(threshold);
  switch (operator) {
    case 'EQ':
      return [bound, bound];
    case 'LT':
      return [-Infinity, bound - 1];
    case 'LTE':
      return [-Infinity, bound];
    case 'GT':
      return [bound + 1, Infinity];
    case 'GTE':
      return [bound, Infinity];
    default:
      return null;
  }
}

const codesOf = ({ operator, threshold }: Condition): readonly string[] | null =>
  operator === 'EQ' || operator === 'IN' ? ruleSet.codesOf(threshold) : null;

function covers(one: Condition, other: Condition): boolean {
  if (one.operator === other.operator && one.threshold === other.threshold) return true;
  const [wide, narrow] = [rangeOf(one), rangeOf(other)];
  const areNumbers = [one, other].every(({ threshold }) => /^-?\d+$/.test(threshold));
  if (areNumbers && wide && narrow) return wide[0] <= narrow[0] && wide[1] >= narrow[1];
  const [all, some] = [codesOf(one), codesOf(other)];
  return all !== null && some !== null && some.every((code) => all.includes(code));
}

/** The first rule that never decides, since one before it applies wherever it does; null where each may decide. */
export function shadowedIn(rules: readonly Rule[]): { readonly rule: Rule; readonly by: Rule } | null {
  const ordered = rules.toSorted((one, other) => one.priority - other.priority);
  for (const [index, rule] of ordered.entries()) {
    const by = ordered.slice(0, index).find((other) => other.fieldKey === rule.fieldKey && covers(other, rule));
    if (by) return { rule, by };
  }
  return null;
}
