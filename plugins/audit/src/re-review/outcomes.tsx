import { useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import '../rules/rules.css';
import './re-review.css';

/** How re-reviews of the last 90 days ended, by the code of the first refusal. */
export function Outcomes() {
  const t = useText();
  const outcomes = useDetail(reReview.outcomes, {});
  if (outcomes.error !== null) return <p role="alert">{outcomes.error.msg}</p>;
  if (outcomes.data === null) return <p className="kp-muted outcomes">{t('reReview.looking')}</p>;
  if (outcomes.data.length === 0) {
    return <p className="kp-muted outcomes">{t('reReview.noOutcomes')}</p>;
  }
  return (
    <section className="outcomes" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">{t('reReview.outcomes')}</h2>
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
          {outcomes.data.map((one) => {
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
    </section>
  );
}
