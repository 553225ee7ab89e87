import { useText } from '@kituo/sdk';
import { Ask, fieldsOf, FormDialog } from '@kituo/sdk/page';
import { owners } from './flow-fields.ts';
import type { HandOver, useFlowActions } from './use-flow-actions.ts';

const { Select } = fieldsOf<HandOver>();

/** The dialogs of the two. */
export function FlowDialogs({ actions }: { readonly actions: ReturnType<typeof useFlowActions> }) {
  const t = useText();
  return (
    <>
      <Ask action={actions.take} say={() => t('flow.takeText')} />
      <FormDialog action={actions.handOver} defaults={(): HandOver => ({ ownerUserNo: null })}>
        <Select name="ownerUserNo" options={owners} />
      </FormDialog>
    </>
  );
}
