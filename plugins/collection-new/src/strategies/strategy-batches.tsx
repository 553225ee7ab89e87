import { eatDay } from '@kituo/sdk';
import { waiverStrategy } from '@kituo/sdk/contracts';
import { BatchAction, BatchButton, fieldsOf, type OptionSource, useBatch } from '@kituo/sdk/page';
import { MOST_RULES, RuleBatches, type RuleBatchesProps } from '@kituo/sdk/rules';

interface Copies extends Record<string, unknown> {
  readonly productNos: string[];
  readonly effectiveFrom: string;
  readonly reason: string;
}
const { MultiSelect, Date: Day, Text } = fieldsOf<Copies>();

/** Strategies: enabled, disabled, copied to other products. */
export function StrategyBatches(
  props: RuleBatchesProps<waiverStrategy.StrategyRow> & { readonly products: OptionSource },
) {
  const { products, ...of } = props;
  const nameOf = ({ ruleName }: waiverStrategy.StrategyRow): string => ruleName;
  const copies = useBatch({
    name: 'strategyCopyMany',
    endpoint: waiverStrategy.copyMany,
    jobKind: 'waiverStrategy.copyMany',
    list: of.list,
    most: MOST_RULES,
    request: ({ ids }, { productNos, ...form }: Copies) => ({
      ruleIds: [...(ids ?? [])],
      productNos: [...productNos],
      ...form,
    }),
  });
  return (
    <RuleBatches
      {...of}
      endpoint={waiverStrategy.stateMany}
      nameOf={nameOf}
      buttons={<BatchButton batch={copies} />}
      forms={
        <BatchAction
          batch={copies}
          nameOf={(ruleId) => of.list.rows.find((row) => row.ruleId === ruleId)?.ruleName ?? null}
          defaults={(): Copies => ({ productNos: [], effectiveFrom: eatDay(), reason: '' })}
        >
          <MultiSelect name="productNos" source={products} />
          <Day name="effectiveFrom" min={eatDay()} />
          <Text name="reason" isLong maxLength={200} />
        </BatchAction>
      }
    />
  );
}
