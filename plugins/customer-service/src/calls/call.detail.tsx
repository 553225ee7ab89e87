import { Allowed, EatTime, formatDate, formatMoney, Link, Recording, useText } from '@kituo/sdk';
import { inCallRecord } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History, Reveal } from '@kituo/sdk/page';
import { useState } from 'react';
import { CustomerCard } from '../customers/customer.card.tsx';
import { Part } from '../parts/part.tsx';
import { callColumns } from './call-fields.ts';

const APPLY = '/AdminContent/CustomerServiceSystem/MyCustomerServiceCouponApply';

/** One call: what was said, what the caller owes next, and when they called before. */
export function CallDetail({ recordNo }: { readonly recordNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={inCallRecord.one} request={{ recordNo }}>
      {({ row, bill, calls, hasRecording, history }) => (
        <>
          <DescriptionList of={row} columns={callColumns} />
          <p>
            {t('field.phone')}:{' '}
            <Reveal
              kind="inCallRecord.phone"
              subjectNo={recordNo}
              masked={row.phone}
              code="customerService:customer:phone"
            />
          </p>
          {row.customerNo !== null && (
            <Allowed code="customerService:coupon:apply">
              <p>
                <Link to={`${APPLY}?forCall=${recordNo}`}>{t('feedback.applyForCoupon')}</Link>
              </p>
            </Allowed>
          )}
          {hasRecording && (
            <Recording
              key={recordNo}
              endpoint={inCallRecord.recording}
              request={{ recordNo }}
              listen={t('calls.listen')}
              label={t('calls.recording')}
            />
          )}
          <p>
            {bill === null
              ? t('calls.noBill')
              : t('calls.bill', {
                  no: bill.billNo,
                  money: formatMoney(bill.outstandingCents),
                  day: formatDate(bill.dueDate),
                })}
          </p>
          {row.customerNo !== null && <Card customerNo={row.customerNo} />}
          <Part title={t('calls.earlier')}>
            {calls.length === 0 && <p className="kp-muted">{t('calls.noEarlier')}</p>}
            <ul className="kp-facts">
              {calls.map((one) => (
                <li key={one.recordNo}>
                  <EatTime at={one.callAt} /> {one.content}
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t('tab.history')}>
            <History entries={history} titleOf={({ action }) => t(`callEvent.${action.split('.').at(-1) ?? ''}`)} />
          </Part>
        </>
      )}
    </DetailOf>
  );
}

/** Everything about the caller, opened by whoever asks. */
function Card({ customerNo }: { readonly customerNo: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{t('calls.card')}</summary>
      {isOpen && <CustomerCard customerNo={customerNo} />}
    </details>
  );
}
