import './desk.css';
import { Link, Money, useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagementMerge';

/** The list's sums beside the ledger's journals of the same repayments; where they differ, it leads to those. */
export function SumsBar({ list }: { readonly list: List<repayment.MergeRow> }) {
  const t = useText();
  const asked = repayment.mergeSummary.request.safeParse({ filters: list.request.filters });
  const { data } = useDetail(repayment.mergeSummary, asked.success ? asked.data : null);
  if (data === null) return null;
  const [differing] = data.applicationNos;
  return (
    <p className="al-sums" role="status">
      {t('merge.sums', { count: data.count })} <Money cents={data.appliedCents + data.surplusCents} />
      {' · '}
      {t('merge.ledger')} <Money cents={data.ledgerCents} />
      {' · '}
      {data.differenceCents === 0 && differing === undefined ? (
        t('merge.equal')
      ) : (
        <strong className="al-wrong">
          {t('merge.difference')} <Money cents={data.differenceCents} />{' '}
          {data.applicationNos.map((no, index) => (
            <span key={no}>
              {index > 0 && ', '}
              <Link to={`${PAGE}?applicationNo=${no}`}>{no}</Link>
            </span>
          ))}
        </strong>
      )}
    </p>
  );
}
