import { formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, Timeline } from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';
import './recoveries.css';
import { BAD_DEBT_ENDPOINTS } from './bad-debt-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

type Case = collection.CaseRow;

/** A case beside its list: what it owes bill by bill, and what was last done about it. */
export function CaseFacts(props: {
  readonly row: Case;
  readonly scope: collection.CaseScope;
  readonly columns: readonly Column<Case>[];
}) {
  const { row, scope, columns } = props;
  const t = useText(RECOVERIES_TEXTS);
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={BAD_DEBT_ENDPOINTS[scope].cases.allotOne} request={{ caseId: row.caseId }}>
        {({ bills, followUps }) => (
          <>
            <h3 className="kp-section-title">{t('badDebt.bills')}</h3>
            <ul className="recoveries-lines">
              {bills.map((bill) => (
                <li key={bill.billNo}>
                  <span>
                    {bill.billNo} · {formatDate(bill.dueDate)} · {t(`BILL_STATUS.${bill.billStatus}`)}
                    {!bill.isOfCase && ` · ${t('badDebt.notOfCase')}`}
                  </span>
                  <span>{formatMoney(bill.outstandingCents)}</span>
                </li>
              ))}
            </ul>
            {followUps.length > 0 && (
              <>
                <h3 className="kp-section-title">{t('badDebt.followUps')}</h3>
                <Timeline
                  label={t('badDebt.followUps')}
                  entries={followUps.map((one) => ({
                    id: String(one.followUpId),
                    at: one.at,
                    title: t(`ACTION_CODE.${one.actionCode}`),
                    who: one.realName,
                    text: `${one.remark} · ${formatDateTime(one.at)}`,
                  }))}
                />
              </>
            )}
          </>
        )}
      </DetailOf>
    </>
  );
}
