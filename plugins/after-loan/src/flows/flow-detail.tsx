import { Link, Money, useText } from '@kituo/sdk';
import { DescriptionList } from '@kituo/sdk/page';
import { flowColumns } from './flow-fields.ts';
import type { FlowRow } from './flow-fields.ts';
import { FlowTrail } from './flow-trail.tsx';

const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';
/** Where an order stands that a payment may belong to. */
export const addressOf = (orderNo: string) => `${ORDER}?orderNo=${orderNo}&source=FlowRecordSupplement`;

/** What became of a flow: each shilling of it has a place. */
export function FlowDetail({ row }: { readonly row: FlowRow }) {
  const t = useText();
  const uses = [
    ['applied', row.appliedCents],
    ['credit', row.creditCents],
    ['returned', row.returnedCents],
    ['held', row.heldCents],
    ['writable', row.writableCents],
  ] as const;
  return (
    <>
      <DescriptionList of={row} columns={flowColumns} />
      <h3 className="kp-section-title">{t('flow.uses')}</h3>
      <ul className="kp-facts">
        {uses.map(([name, cents]) => (
          <li key={name}>
            {t(`flow.use.${name}`)}: <Money cents={cents} />
          </li>
        ))}
      </ul>
      {row.orderNo !== null && <Link to={addressOf(row.orderNo)}>{row.orderNo}</Link>}
      <FlowTrail flowNo={row.flowNo} />
    </>
  );
}
