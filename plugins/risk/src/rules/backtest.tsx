import { formatMoney, useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import { ActionButton, Answered, fieldsOf, FormDialog, useAction, useDetail, useRefreshOn } from '@kituo/sdk/page';
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
  useRefreshOn('job', result.refresh);
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
        {({ jobNo, versionNo, heldVersionNo, isCurrent, days, daysDone, considered, flipped, flips }) =>
          jobNo === null ? (
            <p className="kp-muted">{t('ruleSet.noBacktest')}</p>
          ) : (
            <>
              {!isCurrent && <p className="kp-note kp-note-wrong">{t('ruleSet.backtestMoved')}</p>}
              <p>
                {t('ruleSet.backtested', { version: versionNo ?? 0, days, done: daysDone, considered, count: flipped })}{' '}
                {heldVersionNo === null
                  ? t('ruleSet.backtestDefault')
                  : t('ruleSet.backtestHeld', { no: heldVersionNo })}
              </p>
              {flips.length > 0 && <Flips flips={flips} />}
            </>
          )
        }
      </Answered>
    </>
  );
}

const HEAD = [
  'ruleName',
  'fromDecision',
  'toDecision',
  'orders',
  'disbursed',
  'repaid',
  'bad',
  'lentCents',
  'incomeCents',
  'owedCents',
] as const;

function Flips({ flips }: { readonly flips: readonly ruleSet.Flip[] }) {
  const t = useText();
  return (
    <table className="rk-items">
      <thead>
        <tr>
          {HEAD.map((field) => (
            <th key={field} scope="col">
              {t(`flip.${field}`)}
            </th>
          ))}
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
            <td>{formatMoney(flip.incomeCents)}</td>
            <td>{formatMoney(flip.owedCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
