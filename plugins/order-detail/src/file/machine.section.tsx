import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { Section } from './section.tsx';

type Machine = NonNullable<orderFile.OrderEntry['machine']>;

/** Amounts are kept in cents. */
const shownValue = (field: string, value: string): string =>
  field.endsWith('Cents') && /^-?\d+$/.test(value) ? formatMoney(Number(value)) : value;

/** How the machine decided, and each rule that it read with what the application said. */
export function MachineSection({ machine }: { readonly machine: Machine }) {
  const t = useText();
  const { decision, decidedBy, refuseCode, ruleSetCode, versionNo, isHalted, evaluatedAt, lines, applicantReasons } =
    machine;
  const word = t(`RULE_DECISION.${decision}`);
  const sentence = isHalted
    ? t('machine.halted', { decision: word })
    : decidedBy === null
      ? t('machine.decidedByNone', { decision: word })
      : t('machine.decided', { decision: word, rule: decidedBy });
  const facts = [
    refuseCode,
    ruleSetCode === null ? t('machine.default') : t('machine.ruleSet', { code: ruleSetCode, no: versionNo ?? 0 }),
    formatDateTime(evaluatedAt),
  ].filter((fact) => fact !== null);
  return (
    <Section title={t('section.machine')} isWide>
      <p>
        {sentence}
        <span className="kp-muted"> · {facts.join(' · ')}</span>
      </p>
      {applicantReasons.length > 0 && <p>{t('machine.toApplicant', { reasons: applicantReasons.join('; ') })}</p>}
      <div className="of-scroll">
        <table className="of-change-table">
          <thead>
            <tr>
              {['priority', 'rule', 'condition', 'value', 'result'].map((head) => (
                <th key={head} scope="col">
                  {t(`machine.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.priority} ${line.ruleName}`}>
                <td>{line.priority}</td>
                <th scope="row">{line.ruleName}</th>
                <td>
                  {t(`RULE_FIELD.${line.fieldKey}`)} {t(`RULE_OPERATOR.${line.operator}`)}{' '}
                  {shownValue(line.fieldKey, line.threshold)}
                </td>
                <td>{line.value === null ? '-' : shownValue(line.fieldKey, line.value)}</td>
                <td>{line.isHit ? <strong>{t(`RULE_DECISION.${line.decision}`)}</strong> : t('machine.noHit')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
