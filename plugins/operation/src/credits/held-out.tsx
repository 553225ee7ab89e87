import { formatMoney, useText } from '@kituo/sdk';
import type { ReplyOf, temporaryCredit } from '@kituo/sdk/contracts';

type Comparison = NonNullable<ReplyOf<typeof temporaryCredit.task>['comparison']>;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** What raised customers did in the days of a task, beside the tenth that it left out. */
export function HeldOut({ comparison }: { readonly comparison: Comparison }) {
  const t = useText();
  return (
    <>
      <h3 className="kp-section-title">{t('credit.comparison')}</h3>
      <ul className="kp-facts">
        {(['raised', 'heldOut'] as const).map((group) => {
          const { customers, borrowed, lentCents, overdue } = comparison[group];
          return (
            <li key={group}>
              {t(`credit.${group}`)}:{' '}
              {t('credit.compared', {
                count: customers,
                borrowed: percent(borrowed, customers),
                money: formatMoney(lentCents),
                overdue: percent(overdue, borrowed),
              })}
            </li>
          );
        })}
      </ul>
    </>
  );
}
