import { formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, Timeline } from '@kituo/sdk/page';
import { PostedJournals } from '@kituo/sdk/payments';
import './recoveries.css';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { REPAY_ENDPOINTS } from './repay-endpoints.ts';
import { REPAY_FIELDS } from './repay-fields.ts';

/** A repayment: what it paid of each bill, what led to it, who had the case, and its journals. */
export function RepayDetail({ scope, lineNo }: { readonly scope: collection.CaseScope; readonly lineNo: string }) {
  const t = useText(RECOVERIES_TEXTS);
  return (
    <DetailOf endpoint={REPAY_ENDPOINTS[scope].repay.detail} request={{ lineNo }}>
      {({ row, parts, recoveredCents, flow, cameThrough, promise, contact, assignments, journals }) => (
        <>
          <DescriptionList of={row} columns={REPAY_FIELDS[scope].columns} />
          <h3 className="kp-section-title">{t('repay.split')}</h3>
          <ul className="recoveries-lines">
            {parts.map(({ billNo, component, amountCents }) => (
              <li key={`${billNo}/${component}`}>
                <span>
                  {billNo} · {t(`COMPONENT.${component}`)}
                </span>
                <span>{formatMoney(amountCents)}</span>
              </li>
            ))}
            {recoveredCents > 0 && (
              <li>
                <span>{t('repay.recovered')}</span>
                <span>{formatMoney(recoveredCents)}</span>
              </li>
            )}
          </ul>
          <h3 className="kp-section-title">{t('repay.flow')}</h3>
          <p>
            {t(`REPAY_CHANNEL.${flow.paymentChannel}`)} {flow.paymentCode} · {formatMoney(flow.flowAmountCents)} ·{' '}
            {t('merge.writable')} {formatMoney(flow.writableCents)}
          </p>
          {(['linkNo', 'promptNo', 'virtualNo'] as const).map(
            (name) =>
              cameThrough[name] !== null && <p key={name}>{t(`repay.${name}`, { number: cameThrough[name] })}</p>,
          )}
          <h3 className="kp-section-title">{t('repay.before')}</h3>
          <p>
            {contact === null
              ? t('repay.noContact')
              : t('repay.contact', {
                  name: contact.realName,
                  at: formatDateTime(contact.at),
                  what: t(`ACTION_CODE.${contact.actionCode}`),
                })}
          </p>
          {promise !== null && (
            <p>
              {t('repay.promise', {
                money: formatMoney(promise.amountCents),
                day: formatDate(promise.promisedRepaymentTime),
              })}{' '}
              · {t(`PROMISE_STATUS.${promise.promiseStatus}`)}
            </p>
          )}
          {assignments.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('repay.assignments')}</h3>
              <Timeline
                label={t('repay.assignments')}
                entries={assignments.map((one) => ({
                  id: `${one.userNo} ${one.assignedAt}`,
                  at: one.assignedAt,
                  title: `${one.collectorName} · ${one.caseLevel}`,
                  who: null,
                  text: one.endedAt === null ? null : t('repay.until', { at: formatDateTime(one.endedAt) }),
                }))}
              />
            </>
          )}
          <h3 className="kp-section-title">{t('repay.journals')}</h3>
          <PostedJournals journals={journals} />
        </>
      )}
    </DetailOf>
  );
}
