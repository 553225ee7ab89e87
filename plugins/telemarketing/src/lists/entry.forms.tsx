import { useText } from '@kituo/sdk';
import { callList } from '@kituo/sdk/contracts';
import { AskReason, BatchAction, fieldsOf, FormDialog, useDetail } from '@kituo/sdk/page';
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
        <Editable ids={actions.updateTargetMany.action.opened?.subject.ids ?? null} />
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

/** Of how many selected entries the target may be edited; the others are refused. */
function Editable({ ids }: { readonly ids: readonly string[] | null }) {
  const t = useText();
  const { data } = useDetail(callList.targetCheck, ids && { entryIds: [...ids] });
  return data === null ? null : <p role="status">{t('lists.editable', { ...data, count: data.total })}</p>;
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
