import { eatDay } from '@kituo/sdk';
import { aiAllocation, casePolicy } from '@kituo/sdk/contracts';
import { BatchAction, BatchButton, fieldsOf, merchantOptions, useBatch } from '@kituo/sdk/page';
import { MOST_RULES, RuleBatches, type RuleBatchesProps } from '@kituo/sdk/rules';

interface Copies extends Record<string, unknown> {
  readonly merchantNos: string[];
  readonly effectiveFrom: string;
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { MultiSelect, Date: Day, Text } = fieldsOf<Copies>();
const nameOf = ({ ruleName }: { readonly ruleName: string }): string => ruleName;

/** Policies of levels: enabled, disabled, copied to other merchants. */
export function LevelBatches(props: RuleBatchesProps<casePolicy.LevelRow>) {
  const copies = useBatch({
    name: 'levelCopyMany',
    endpoint: casePolicy.levelCopyMany,
    jobKind: 'levelPolicy.copyMany',
    list: props.list,
    most: MOST_RULES,
    request: ({ ids }, { merchantNos, ...form }: Copies) => ({
      ruleIds: [...(ids ?? [])],
      merchantNos: [...merchantNos],
      ...form,
    }),
  });
  return (
    <RuleBatches
      {...props}
      endpoint={casePolicy.levelStateMany}
      nameOf={nameOf}
      buttons={<BatchButton batch={copies} />}
      forms={
        <BatchAction
          batch={copies}
          nameOf={(ruleId) => props.list.rows.find((row) => row.ruleId === ruleId)?.ruleName ?? null}
          defaults={(): Copies => ({ merchantNos: [], effectiveFrom: eatDay(), reason: '' })}
        >
          <MultiSelect name="merchantNos" source={merchantOptions} />
          <Day name="effectiveFrom" min={eatDay()} />
          <Text name="reason" isLong maxLength={200} />
        </BatchAction>
      }
    />
  );
}

/** Policies before the due date: enabled and disabled. */
export function ReminderBatches(props: RuleBatchesProps<casePolicy.ReminderRow>) {
  return <RuleBatches {...props} endpoint={casePolicy.reminderStateMany} nameOf={nameOf} />;
}

/** Shares of AI employees: enabled, disabled, their cases handed to people. */
export function AiBatches(props: RuleBatchesProps<aiAllocation.AiAllocationRow>) {
  const handBack = useBatch({
    name: 'aiHandBackMany',
    endpoint: aiAllocation.handBackMany,
    jobKind: 'aiAllocation.handBackMany',
    list: props.list,
    most: MOST_RULES,
    isDangerous: true,
    request: ({ ids }, { reason }: Reason) => ({ ruleIds: [...(ids ?? [])], reason }),
  });
  return (
    <RuleBatches
      {...props}
      endpoint={aiAllocation.stateMany}
      nameOf={nameOf}
      buttons={<BatchButton batch={handBack} />}
      forms={
        <BatchAction
          batch={handBack}
          nameOf={(ruleId) => props.list.rows.find((row) => row.ruleId === ruleId)?.ruleName ?? null}
          defaults={(): Reason => ({ reason: '' })}
        >
          <Text name="reason" isLong maxLength={200} />
        </BatchAction>
      }
    />
  );
}
