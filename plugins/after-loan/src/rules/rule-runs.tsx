import { formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { rules } from '@kituo/sdk/contracts';
import { Answered, useDetail, type ListOptions } from '@kituo/sdk/page';
import './rules.css';

type Facts = rules.RunRow['items'][number]['facts'];
interface Told {
  /** What an item says of what was changed; nothing where absent. */
  readonly tell?: (facts: Facts) => string;
}

/** What a rule did: its runs, each with an item an order, bill or payment. */
export function RuleRuns(
  props: Told & { readonly load: ListOptions<rules.RunRow>['load']; readonly rule: rules.RuleRow },
) {
  const t = useText();
  const { ruleId } = props.rule;
  const runs = useDetail(props.load, { filters: { ruleId }, page: 1, pageSize: 20, sort: null });
  return (
    <Answered detail={runs}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="kp-muted">{t('rule.noRuns')}</p>
        ) : (
          <>
            {rows.map((run) => (
              <Run key={run.runId} run={run} {...(props.tell && { tell: props.tell })} />
            ))}
          </>
        )
      }
    </Answered>
  );
}

function Run({ run, tell }: Told & { readonly run: rules.RunRow }) {
  const t = useText();
  const { runAt, versionNo, itemCount, amountCents, items } = run;
  return (
    <section aria-label={formatDateTime(runAt)}>
      <h4>{formatDateTime(runAt)}</h4>
      <p className="kp-muted">
        {t('rule.run', { count: itemCount, money: formatMoney(amountCents), version: versionNo })}
      </p>
      <table className="al-items">
        <tbody>
          {items.map((item) => (
            <tr key={`${item.subjectNo} ${item.at}`}>
              <th scope="row">{item.subjectNo}</th>
              <td>{t(`RULE_OUTCOME.${item.outcome}`)}</td>
              <td>{formatMoney(item.amountCents)}</td>
              {tell && <td className="kp-muted">{tell(item.facts)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
