import { useText } from '@kituo/sdk';
import type { ruleSet } from '@kituo/sdk/contracts';
import { shownValue } from '../parts/money-values.ts';
import './rules.css';

type Translate = ReturnType<typeof useText>;

/** A rule as one reads it: "Age < 18: Decline, M104". */
export function ruleText(
  rule: Pick<ruleSet.RiskRule, 'ruleName' | 'fieldKey' | 'operator' | 'threshold' | 'decision' | 'refuseCode'>,
  t: Translate,
): string {
  const { ruleName, fieldKey, operator, threshold, decision, refuseCode } = rule;
  const asked = [t(`RULE_FIELD.${fieldKey}`), t(`RULE_OPERATOR.${operator}`), shownValue(fieldKey, threshold)]
    .join(' ')
    .trim();
  const code = refuseCode === null ? '' : `, ${refuseCode}`;
  return `${ruleName}: ${asked} → ${t(`RULE_DECISION.${decision}`)}${code}`;
}

/** The rules of a set in their order, with its hits today and a day. */
export function RulesOf({ row }: { readonly row: ruleSet.RuleSetRow }) {
  const t = useText();
  return (
    <table className="rk-items">
      <thead>
        <tr>
          <th scope="col">{t('field.priority')}</th>
          <th scope="col">{t('field.ruleName')}</th>
          <th scope="col">{t('field.ruleType')}</th>
          <th scope="col">{t('field.condition')}</th>
          <th scope="col">{t('field.decision')}</th>
          <th scope="col">{t('field.refuseCode')}</th>
          <th scope="col">{t('field.coolOffDays')}</th>
          <th scope="col">{t('field.hitsToday')}</th>
          <th scope="col">{t('field.hitsPerDay')}</th>
        </tr>
      </thead>
      <tbody>
        {row.rules
          .toSorted((one, other) => one.priority - other.priority)
          .map((rule) => (
            <tr key={rule.priority}>
              <td>{rule.priority}</td>
              <th scope="row">{rule.ruleName}</th>
              <td>{t(`RULE_TYPE.${rule.ruleType}`)}</td>
              <td>
                {t(`RULE_FIELD.${rule.fieldKey}`)} {t(`RULE_OPERATOR.${rule.operator}`)}{' '}
                {shownValue(rule.fieldKey, rule.threshold)}
              </td>
              <td>{t(`RULE_DECISION.${rule.decision}`)}</td>
              <td>{rule.refuseCode ?? '-'}</td>
              <td>{rule.coolOffDays === 0 ? '-' : rule.coolOffDays}</td>
              <td>{row.hitsToday[rule.ruleName] ?? 0}</td>
              <td>{row.hitsPerDay[rule.ruleName] ?? 0}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
