import { call, useText } from '@kituo/sdk';
import { caseRepay, type collection } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { CREDIT_TEXTS } from './credit-texts.ts';

interface Values extends Record<string, unknown> {
  readonly orderCollectorUserNo: string | null;
  readonly billCollectorUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ orderCollectorUserNo: null, billCollectorUserNo: null, reason: '' });

interface Worked {
  readonly caseScope: collection.CaseScope | 'NONE';
}

const MAX_TOGETHER = 100;
const SYSTEMS = [
  { scope: 'ORDER', field: 'orderCollectorUserNo', collectors: caseRepay.byOrder.collectors },
  { scope: 'BILL', field: 'billCollectorUserNo', collectors: caseRepay.byBill.collectors },
] as const;

/**
 * Credits selected applications of both collection systems in one go, those of each to a collector of its own.
 *
 * @example const credit = useCreditTogether(list); <CreditTogether of={credit} />
 */
export function useCreditTogether<Row extends Worked>(list: List<Row>) {
  const batch = useBatch({
    name: 'manyTogether',
    endpoint: caseRepay.correctBoth,
    jobKind: 'caseRepay.attribution',
    list,
    most: MAX_TOGETHER,
    request: ({ ids }, values: Values) => ({ applicationNos: [...(ids ?? [])], ...values }),
  });
  return { batch, rows: list.selection.rows };
}

/** The dialog of it: a collector for each system that something selected was worked in. */
export function CreditTogether<Row extends Worked>(props: { readonly of: ReturnType<typeof useCreditTogether<Row>> }) {
  const { batch, rows } = props.of;
  const t = useText(CREDIT_TEXTS);
  return (
    <BatchAction batch={batch} defaults={nothing} nameOf={(id) => id}>
      {({ ids }) => (
        <>
          <p className="kp-muted">{t('effect')}</p>
          {SYSTEMS.map(({ scope, field, collectors }) => {
            const own = (ids ?? []).filter((id) => rows.get(id)?.caseScope === scope);
            if (own.length === 0) return null;
            return (
              <Select
                key={scope}
                name={field}
                options={{
                  kind: 'remote',
                  name: `${collectors.name} ${own.join(' ')}`,
                  load: async (signal) => {
                    const asked = { applicationNos: own };
                    const held = await call(collectors, asked, { signal, showLoading: false, quiet: true });
                    return held.map(({ userNo, realName }) => ({ value: userNo, label: realName }));
                  },
                }}
              />
            );
          })}
          <Text name="reason" isLong maxLength={200} />
        </>
      )}
    </BatchAction>
  );
}
