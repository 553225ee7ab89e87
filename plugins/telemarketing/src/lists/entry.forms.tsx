import { AskReason, BatchAction, fieldsOf, FormDialog } from '@kituo/sdk/page';
import { targets } from './list-fields.ts';
import type { ReasonValues, TargetValues, useEntryActions } from './use-entry-actions.ts';

const { Money, Select, Text } = fieldsOf<TargetValues>();
const Why = fieldsOf<ReasonValues>();
const noReason = (): ReasonValues => ({ reason: '' });

/** The forms of what can be done with entries. */
export function EntryForms({ actions }: { readonly actions: ReturnType<typeof useEntryActions> }) {
  return (
    <>
      <FormDialog
        action={actions.updateTarget}
        defaults={(row): TargetValues => ({
          marketingTarget: row.marketingTarget,
          recommendedProductNo: row.recommendedProductNo ?? '',
          recommendedAmountCents: row.recommendedAmountCents,
        })}
      >
        <TargetFields />
      </FormDialog>
      <AskReason action={actions.recall} />
      <AskReason action={actions.abandon} />
      <BatchAction
        batch={actions.updateTargetMany}
        defaults={(): TargetValues => ({
          marketingTarget: null,
          recommendedProductNo: '',
          recommendedAmountCents: null,
        })}
      >
        <TargetFields />
      </BatchAction>
      <BatchAction batch={actions.recallMany} defaults={noReason}>
        <Why.Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={actions.abandonMany} defaults={noReason}>
        <Why.Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </>
  );
}

function TargetFields() {
  return (
    <>
      <Select name="marketingTarget" options={targets} />
      <Text name="recommendedProductNo" isOptional maxLength={64} />
      <Money name="recommendedAmountCents" isOptional />
    </>
  );
}
