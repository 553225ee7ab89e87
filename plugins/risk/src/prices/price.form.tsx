import { eatDay, useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import { fieldsOf, FormDrawer, merchantOptions, useAction } from '@kituo/sdk/page';
import { useCallback, useRef, useState } from 'react';
import { MatrixEditor } from './matrix-editor.tsx';

type Cell = riskPricing.PriceCell;

/** Of which merchant, and from which version where not from the one in force. */
export interface EditStart {
  readonly merchantNo: string | null;
  readonly versionId?: string;
}
interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly effectiveFrom: string;
  readonly reason: string;
}
const { Select, Date: Day, Text } = fieldsOf<Values>();
const NONE: readonly Cell[] = [];

/** Submitting a merchant's prices as a new version. */
export function usePriceEdit(list: { refresh(): void }) {
  const cells = useRef<readonly Cell[]>(NONE);
  const edit = useAction({
    name: 'priceEdit',
    endpoint: riskPricing.save,
    request: ({ merchantNo }: EditStart, { effectiveFrom, reason, ...values }: Values) => ({
      merchantNo: merchantNo ?? values.merchantNo ?? '',
      value: { cells: [...cells.current] },
      effectiveFrom,
      reason,
    }),
    list: { refresh: list.refresh },
  });
  return { edit, cells };
}

export function PriceForm({ edit, cells }: ReturnType<typeof usePriceEdit>) {
  return (
    <FormDrawer
      action={edit}
      defaults={({ merchantNo }: EditStart): Values => ({ merchantNo, effectiveFrom: eatDay(), reason: '' })}
    >
      {(start) => <Fields key={`${start.merchantNo} ${start.versionId}`} start={start} kept={cells} />}
    </FormDrawer>
  );
}

function Fields(props: { readonly start: EditStart; readonly kept: { current: readonly Cell[] } }) {
  const t = useText();
  const { start, kept } = props;
  const [cells, setCells] = useState<readonly Cell[]>(NONE);
  const change = useCallback(
    (changed: readonly Cell[]): void => {
      kept.current = changed;
      setCells(changed);
    },
    [kept],
  );
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} isDisabled={start.merchantNo !== null} />
      <MatrixEditor versionId={start.versionId} cells={cells} onChange={change} />
      <Day name="effectiveFrom" min={eatDay()} hint={t('rule.fromHint')} />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}
