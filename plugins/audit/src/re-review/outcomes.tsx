import { Failed, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import '../rules/rules.css';
import './re-review.css';

/** How re-reviews of the last 90 days ended, by the code of the first refusal. */
export function Outcomes() {
  const t = useText();
  const outcomes = useDetail(reReview.outcomes, {});
  const { data, error } = outcomes;
  return (
    <section className="outcomes" aria-labelledby="outcomes-title">
      <h1 id="outcomes-title">{t('reReview.outcomes')}</h1>
      {error !== null && <Failed error={error} onRetry={outcomes.refresh} />}
      {data === null && error === null && <p className="kp-muted">{t('reReview.looking')}</p>}
      {data?.length === 0 && <p className="kp-muted">{t('reReview.noOutcomes')}</p>}
      {data !== null && data.length > 0 && <OutcomeTable rows={data} />}
    </section>
  );
}

function OutcomeTable(props: { readonly rows: ReplyOf<typeof reReview.outcomes> }) {
  const t = useText();
  return (
    <table className="rules-facts">
      <thead>
        <tr>
          <th scope="col">{t('field.refuseCode')}</th>
          <th scope="col">{t('field.denialReason')}</th>
          <th scope="col">{t('reReview.count')}</th>
          <th scope="col">{t('ORDER_REVIEW_STATUS.PASSED')}</th>
          <th scope="col">{t('ORDER_REVIEW_STATUS.REFUSED')}</th>
          <th scope="col">{t('ORDER_REVIEW_STATUS.RETURNED')}</th>
          <th scope="col">{t('reReview.rate')}</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((one) => {
          const decided = one.passed + one.refused + one.returned;
          const rate = decided === 0 ? null : Math.round((one.passed / decided) * 100);
          return (
            <tr key={one.refuseCode ?? '-'}>
              <th scope="row">{one.refuseCode ?? '-'}</th>
              <td>{one.denialReason ?? '-'}</td>
              <td>{one.submitted}</td>
              <td>{one.passed}</td>
              <td>{one.refused}</td>
              <td>{one.returned}</td>
              <td>{rate === null ? '-' : `${rate} %`}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
