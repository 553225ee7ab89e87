import { useText } from '@kituo/sdk';
import { change, messageTemplate } from '@kituo/sdk/contracts';
import { BatchAction, BatchConfirm, fieldsOf, merchantOptions, useBatch, type List } from '@kituo/sdk/page';

type Row = messageTemplate.TemplateRow;
interface Copies extends Record<string, unknown> {
  readonly merchantNos: string[];
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { MultiSelect } = fieldsOf<Copies>();
const { Text } = fieldsOf<Reason>();

/** What can be done with several templates at once. */
export function useTemplateBatches(list: List<Row>) {
  const copy = useBatch({
    name: 'textCopyMany',
    endpoint: messageTemplate.copyMany,
    jobKind: 'messageTemplates.copy',
    list,
    request: ({ ids }, { merchantNos }: Copies) => ({ templateCodes: [...(ids ?? [])], merchantNos: [...merchantNos] }),
  });
  const enable = useBatch({
    name: 'textEnableMany',
    endpoint: messageTemplate.enableMany,
    jobKind: 'messageTemplates.enable',
    list,
    waitsIn: change.changeFamilies.messageCenter,
    request: ({ ids }, { reason }: Reason) => ({ templateCodes: [...(ids ?? [])], reason }),
  });
  const disable = useBatch({
    name: 'textDisableMany',
    endpoint: messageTemplate.disableMany,
    jobKind: 'messageTemplates.disable',
    list,
    isDangerous: true,
    request: ({ ids }) => ({ templateCodes: [...(ids ?? [])] }),
  });
  return { copy, enable, disable };
}

/** Their forms, and the jobs that come of them. */
export function TemplateBatches(props: {
  readonly batches: ReturnType<typeof useTemplateBatches>;
  readonly nameOf: (templateCode: string) => string | null;
}) {
  const t = useText();
  const { batches, nameOf } = props;
  return (
    <>
      <BatchAction batch={batches.copy} nameOf={nameOf} defaults={(): Copies => ({ merchantNos: [] })}>
        <MultiSelect name="merchantNos" source={merchantOptions} isOptional hint={t('template.copiesHint')} />
      </BatchAction>
      <BatchAction batch={batches.enable} nameOf={nameOf} defaults={(): Reason => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchConfirm
        batch={batches.disable}
        nameOf={nameOf}
        describe={() => <p>{batches.disable.action.textOf('effect')}</p>}
      />
    </>
  );
}
