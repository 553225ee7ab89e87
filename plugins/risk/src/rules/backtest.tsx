import { formatMoney, useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import { ActionButton, Answered, fieldsOf, FormDialog, useAction, useDetail } from '@kituo/sdk/page';
import './rules.css';

interface Days extends Record<string, unknown> {
  readonly days: number | null;
}
const { Number: Count } = fieldsOf<Days>();

/** The newest version tried on past applications: what it would turn, by rule, and how those loans repaid. */
export function Backtest({ row }: { readonly row: ruleSet.RuleSetRow }) {
  const t = useText();
  const { ruleId } = row;
  const result = useDetail(ruleSet.backtestResult, { ruleId });
  const start = useAction({
    name: 'backtest',
    endpoint: ruleSet.backtest,
    request: (_nothing: null, { days }: Days) => ({ ruleId, days: days ?? 0 }),
    list: { refresh: result.refresh },
  });
  return (
    <>
      <ActionButton action={start} subject={null} />
      <FormDialog action={start} defaults={(): Days => ({ days: 30 })}>
        <Count name="days" hint={t('ruleSet.daysHint')} />
      </FormDialog>
      <Answered detail={result}>
        {({ jobNo, versionNo, days, daysDone, considered, flipped, flips }) =>
          jobNo === null ? (
            <p className="kp-muted">{t('ruleSet.noBacktest')}</p>
          ) : (
            <>
              <p>
                {t('ruleSet.backtested', { version: versionNo ?? 0, days, done: daysDone, considered, count: flipped })}
              </p>
              {flips.length > 0 && <Flips flips={flips} />}
            </>
          )
        }
      </Answered>
    </>
  );
}

function Flips({ flips }: { readonly flips: readonly ruleSet.Flip[] }) {
  const t = useText();
  return (
    <table className="rk-items">
      <thead>
        <tr>
          {['ruleName', 'fromDecision', 'toDecision', 'orders', 'disbursed', 'repaid', 'bad', 'lentCents'].map(
            (field) => (
              <th key={field} scope="col">
                {t(`flip.${field}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {flips.map((flip) => (
          <tr key={`${flip.ruleName} ${flip.fromDecision} ${flip.toDecision}`}>
            <th scope="row">{flip.ruleName}</th>
            <td>{t(`RULE_DECISION.${flip.fromDecision}`)}</td>
            <td>{t(`RULE_DECISION.${flip.toDecision}`)}</td>
            <td>{flip.orders}</td>
            <td>{flip.disbursed}</td>
            <td>{flip.repaid}</td>
            <td>{flip.bad}</td>
            <td>{formatMoney(flip.lentCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
