import type { retrieval } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { useText } from '@kituo/sdk';
import { defineDictionary, Status, ORDER_STATUS } from '@kituo/sdk/page';
import '../rules/rules.css';
import type { ItemRow } from './retrieval-fields.ts';

const ITEM_STATUS = defineDictionary<CodesOf<typeof retrieval.retrievalItemStatus>>('RETRIEVAL_ITEM', {
  WAITING: 'waiting',
  SUCCESS: 'good',
  FAILURE: 'failed',
});

/** What became of each order of a batch. */
export function ItemTable({ items }: { readonly items: readonly ItemRow[] }) {
  const t = useText();
  return (
    <table className="rules-facts">
      <thead>
        <tr>
          <th scope="col">{t('field.orderNo')}</th>
          <th scope="col">{t('field.itemStatus')}</th>
          <th scope="col">{t('field.fromStatus')}</th>
          <th scope="col">{t('field.fault')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.orderNo}>
            <th scope="row">{item.orderNo}</th>
            <td>
              <Status of={ITEM_STATUS} code={item.itemStatus} />
            </td>
            <td>
              <Status of={ORDER_STATUS} code={item.fromStatus} />
            </td>
            <td>{item.fault?.msg ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
