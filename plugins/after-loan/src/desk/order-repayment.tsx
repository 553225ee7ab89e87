import './desk.css';
import { formatDate, formatMoney, useText } from '@kituo/sdk';
import { payment, repayment } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, DetailTabs, Status } from '@kituo/sdk/page';
import { WhyThisBalance } from '@kituo/sdk/payments';
import { useState } from 'react';
import { orderColumns } from './desk-fields.ts';
import { BILL_STATUS } from './desk-words.ts';
import { CustomerFlows } from './customer-flows.tsx';
import { LinksTab } from '../links/links.tab.tsx';
import { Payoffs } from './payoffs.tsx';
import { WriteOffRecords } from './write-off-records.tsx';

/** A loan: its figures, plan, payments, write-offs and what lowered it. */
export function OrderRepayment({ orderNo }: { readonly orderNo: string }) {
  return (
    <DetailTabs
      label={orderNo}
      parameter="of"
      tabs={[
        { name: 'facts', content: () => <Facts orderNo={orderNo} /> },
        { name: 'plan', content: () => <Plan orderNo={orderNo} /> },
        { name: 'flows', content: () => <CustomerFlows orderNo={orderNo} /> },
        { name: 'links', content: () => <LinksTab orderNo={orderNo} />, code: 'afterLoan:repayLink:create' },
        { name: 'records', content: () => <WriteOffRecords orderNo={orderNo} /> },
        { name: 'relief', content: () => <Relief orderNo={orderNo} /> },
      ]}
    />
  );
}

function Facts({ orderNo }: { readonly orderNo: string }) {
  return (
    <DetailOf endpoint={repayment.order} request={{ orderNo }}>
      {({ row, payoffs }) => (
        <>
          <DescriptionList of={row} columns={orderColumns} />
          <Payoffs row={row} payoffs={payoffs} />
        </>
      )}
    </DetailOf>
  );
}

/** The bills as they are due; each explains its balance. */
function Plan({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const [explained, setExplained] = useState<string | null>(null);
  return (
    <>
      <DetailOf endpoint={payment.billsOfOrder} request={{ orderNo }}>
        {({ bills }) => (
          <ul className="al-payoffs">
            {bills.map(({ billNo, termNo, installments, dueDate, billStatus, payoffCents }) => (
              <li key={billNo}>
                <button
                  type="button"
                  className="ks-link-button"
                  title={t('bills.why')}
                  onClick={() => {
                    setExplained(billNo);
                  }}
                >
                  {billNo} ({termNo}/{installments})
                </button>
                <span>{formatDate(dueDate)}</span>
                <Status of={BILL_STATUS} code={billStatus} />
                <span>{formatMoney(payoffCents)}</span>
              </li>
            ))}
          </ul>
        )}
      </DetailOf>
      <WhyThisBalance
        billNo={explained}
        onClose={() => {
          setExplained(null);
        }}
      />
    </>
  );
}

/** Coupons, waivers and extensions. */
function Relief({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={repayment.order} request={{ orderNo }}>
      {({ coupons, deductions, rollovers }) => (
        <>
          <h3 className="kp-section-title">{t('loans.coupons')}</h3>
          <Lines
            lines={coupons.map(({ no, billNo, amountCents }) => [`${no} · ${billNo}`, formatMoney(amountCents)])}
          />
          <h3 className="kp-section-title">{t('loans.deductions')}</h3>
          <Lines
            lines={deductions.map(({ no, billNo, amountCents }) => [`${no} · ${billNo}`, formatMoney(amountCents)])}
          />
          <h3 className="kp-section-title">{t('loans.rollovers')}</h3>
          <Lines
            lines={rollovers.map(({ billNo, successorBillNo, dueDate, extensionFeeCents }) => [
              `${billNo} → ${successorBillNo} · ${formatDate(dueDate)}`,
              formatMoney(extensionFeeCents),
            ])}
          />
        </>
      )}
    </DetailOf>
  );
}

function Lines({ lines }: { readonly lines: readonly (readonly [string, string])[] }) {
  const t = useText();
  if (lines.length === 0) return <p className="kp-muted">{t('loans.nothing')}</p>;
  return (
    <ul className="al-payoffs">
      {lines.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span> <span>{value}</span>
        </li>
      ))}
    </ul>
  );
}
