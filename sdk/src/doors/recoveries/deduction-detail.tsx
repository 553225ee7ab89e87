import { formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, Timeline } from '@kituo/sdk/page';
import './recoveries.css';
import { DEDUCTION_ENDPOINTS, DEDUCTION_FIELDS } from './deduction-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

/** A waiver: each component asked for beside what it owes, promises, and what the customer was let off before. */
export function DeductionDetail(props: { readonly scope: collection.CaseScope; readonly deductionNo: string }) {
  const { scope, deductionNo } = props;
  const t = useText(RECOVERIES_TEXTS);
  return (
    <DetailOf endpoint={DEDUCTION_ENDPOINTS[scope].of.detail} request={{ deductionNo }}>
      {({ parts, capCents, budget, orderBills, like, others, promises, payments, ...row }) => (
        <>
          <DescriptionList of={row} columns={DEDUCTION_FIELDS[scope].columns} />
          {row.remark !== null && <p>{row.remark}</p>}
          {row.decisionReason !== null && (
            <p className="kp-muted">{t('deduction.decision', { reason: row.decisionReason })}</p>
          )}
          <h3 className="kp-section-title">{t('deduction.parts')}</h3>
          <ul className="recoveries-lines">
            {parts.map(({ component, requestedCents, outstandingCents, strategyCents }) => (
              <li key={component}>
                <span>{t(`COMPONENT.${component}`)}</span>
                <span>
                  {t('deduction.of', { asked: formatMoney(requestedCents), owed: formatMoney(outstandingCents) })}
                  {strategyCents !== null && ` · ${t('deduction.byStrategy', { money: formatMoney(strategyCents) })}`}
                </span>
              </li>
            ))}
          </ul>
          <p className="kp-muted">
            {capCents === null ? t('deduction.noCap') : t('deduction.cap', { money: formatMoney(capCents) })}
          </p>
          {row.expectedPayCents !== null && (
            <Against waivedCents={row.approvedCents ?? row.requestedCents} paidCents={row.expectedPayCents} />
          )}
          {budget !== null && (
            <p className="kp-muted">
              {t('deduction.budget', { left: formatMoney(budget.leftCents), daily: formatMoney(budget.dailyCents) })}
            </p>
          )}
          {like.averageCents !== null && (
            <p className="kp-muted">
              {t('deduction.like', {
                count: like.approved,
                applied: like.applied,
                lapsed: like.lapsed,
                money: formatMoney(like.averageCents),
              })}
            </p>
          )}
          {orderBills.length > 1 && (
            <>
              <h3 className="kp-section-title">{t('deduction.bills')}</h3>
              <ul className="recoveries-lines">
                {orderBills.map((bill) => (
                  <li key={bill.billNo}>
                    <span>
                      {bill.termNo} · {bill.billNo} · {formatDate(bill.dueDate)} · {t(`BILL_STATUS.${bill.billStatus}`)}
                    </span>
                    <span>{formatMoney(bill.outstandingCents)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {promises.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('deduction.promises')}</h3>
              <ul className="recoveries-lines">
                {promises.map((one) => (
                  <li key={one.promiseNo}>
                    <span>
                      {formatDate(one.promisedRepaymentTime)} · {t(`PROMISE_STATUS.${one.promiseStatus}`)}
                    </span>
                    <span>{formatMoney(one.amountCents)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {payments.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('deduction.payments')}</h3>
              <ul className="recoveries-lines">
                {payments.map((one) => (
                  <li key={one.applicationNo}>
                    <span>
                      {formatDateTime(one.appliedAt)} · {t(`REPAY_TYPE.${one.repayType}`)}
                      {one.isRolledBack && ` · ${t('REPAYMENT_STATUS.ROLLED_BACK')}`}
                    </span>
                    <span>{formatMoney(one.appliedCents)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {others.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('deduction.others')}</h3>
              <Timeline
                label={t('deduction.others')}
                entries={others.map((one) => ({
                  id: one.deductionNo,
                  at: one.appliedAt,
                  title: `${formatMoney(one.requestedCents)} · ${t(`DEDUCTION_STATUS.${one.deductionStatus}`)}`,
                  who: null,
                  text: `${one.deductionNo} · ${one.billNo} · ${formatDateTime(one.appliedAt)}`,
                }))}
              />
            </>
          )}
        </>
      )}
    </DetailOf>
  );
}

/** What is let go beside the cash that comes for it. */
function Against({ waivedCents, paidCents }: { readonly waivedCents: number; readonly paidCents: number }) {
  const t = useText(RECOVERIES_TEXTS);
  const percent = Math.round((waivedCents / Math.max(1, waivedCents + paidCents)) * 100);
  const text = t('deduction.against', {
    waived: formatMoney(waivedCents),
    paid: formatMoney(paidCents),
    percent,
  });
  return (
    <p className="kp-muted">
      <meter min={0} max={100} value={percent} aria-label={text} /> {text}
    </p>
  );
}
