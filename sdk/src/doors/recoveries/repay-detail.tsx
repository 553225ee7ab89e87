import { formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import type { caseRepay, collection } from '@kituo/sdk/contracts';
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
      {({ row, parts, recoveredCents, flow, cameThrough, closers, promise, contact, assignments, journals }) => (
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
          {closers.length > 0 && (
            <ul className="recoveries-lines" aria-label={t('repay.closers')}>
              {closers.map(({ kind, no, amountCents }) => (
                <li key={no}>
                  <span>{t(`repay.closer.${kind}`, { no })}</span>
                  <span>{formatMoney(amountCents)}</span>
                </li>
              ))}
            </ul>
          )}
          {scope === 'BILL' && <Why row={row} parts={parts} />}
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

/** Why a payment put so much on this bill: what older ones took before it, and the order within it. */
function Why({
  row,
  parts,
}: {
  readonly row: caseRepay.RepayRow;
  readonly parts: readonly { readonly billNo: string; readonly component: string; readonly amountCents: number }[];
}) {
  const t = useText(RECOVERIES_TEXTS);
  const first = parts.findIndex(({ billNo }) => billNo === row.billNo);
  if (first < 0) return null;
  const older = parts.slice(0, first);
  const olderCents = older.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const own = parts.filter(({ billNo }) => billNo === row.billNo);
  return (
    <p className="kp-muted">
      {olderCents > 0
        ? t('repay.whyLater', {
            bill: row.billNo ?? '',
            bills: [...new Set(older.map(({ billNo }) => billNo))].join(', '),
            older: formatMoney(olderCents),
            money: formatMoney(own.reduce((sum, { amountCents }) => sum + amountCents, 0)),
          })
        : t('repay.whyFirst', { bill: row.billNo ?? '' })}{' '}
      {t('repay.whyWithin', { components: own.map(({ component }) => t(`COMPONENT.${component}`)).join(', ') })}
    </p>
  );
}
