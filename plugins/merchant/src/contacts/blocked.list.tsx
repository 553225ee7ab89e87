import { useText } from '@kituo/sdk';
import { change, contactBlacklist } from '@kituo/sdk/contracts';
import {
  allowedAs,
  type AttachedFile,
  BatchAction,
  fieldsOf,
  FormDialog,
  ImportDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useBatch,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { BlockedDetail } from './blocked.detail.tsx';
import { BlockedForm, blockedOf, type BlockedValues } from './blocked.form.tsx';
import { blockedColumns, blockedFilters, type BlockedRow } from './contact-fields.ts';

interface RemoveValues extends Record<string, unknown> {
  readonly reason: string;
  readonly voucherIds: AttachedFile | null;
}
interface CheckValues extends Record<string, unknown> {
  readonly phone: string;
}
const { File, Text } = fieldsOf<RemoveValues>();
const { Phone } = fieldsOf<CheckValues>();
/** What the contract takes at a time. */
const MOST = 200;
const CONSENT = { extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 };

/** Numbers never to be contacted, nor accepted as a customer's contact. */
export function BlockedList() {
  const t = useText();
  const [columns] = useState(() => blockedColumns((scope) => t(`CONTACT_BLOCK_SCOPE.${scope}`)));
  const screen = useListPage<BlockedRow>({
    load: contactBlacklist.page,
    idOf: (row) => row.blockId,
    columns,
    filters: blockedFilters,
    defaultSort: '-addedAt',
    file: { endpoint: contactBlacklist.exportList, jobKind: 'contactBlacklist.export' },
  });
  const refreshed = { refresh: screen.list.refresh };
  const add = useAction({
    name: 'block',
    endpoint: contactBlacklist.add,
    request: (_nothing: null, values: BlockedValues) => blockedOf(values),
    list: refreshed,
  });
  const remove = useAction({
    name: 'remove',
    endpoint: contactBlacklist.remove,
    request: ({ blockId }: BlockedRow, { reason, voucherIds }: RemoveValues) => ({
      blockId,
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    list: refreshed,
    waitsIn: change.changeFamilies.contactBlock,
  });
  const check = useAction({
    name: 'lookUp',
    endpoint: contactBlacklist.check,
    request: (_nothing: null, { phone }: CheckValues) => ({ phone }),
    facts: (_nothing, reply) => ({
      answer:
        reply === null || reply.blocks.length === 0
          ? t('contacts.free')
          : t('contacts.isBlocked', {
              why: reply.blocks.map(({ blockKind }) => t(`CONTACT_BLOCK.${blockKind}`)).join(', '),
            }),
    }),
  });
  const removeMany = useBatch({
    name: 'blockRemoveMany',
    endpoint: contactBlacklist.removeMany,
    jobKind: 'contactBlacklist.liftMany',
    list: screen.list,
    most: MOST,
    waitsIn: change.changeFamilies.contactBlock,
    request: ({ ids }, { reason, voucherIds }: RemoveValues) => ({
      blockIds: [...(ids ?? [])],
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
  });
  const [merchantNo, ...otherMerchants] = new Set(
    [...screen.list.selection.rows.values()].flatMap((row) => row.merchantNo ?? []),
  );
  const importer = useImport({
    name: 'blockImport',
    kind: 'contactBlacklist.import',
    code: 'merchant:contactBlacklist:import',
    list: refreshed,
  });
  return (
    <ListScreen
      of={screen}
      title={t('contacts.title')}
      nameOf={(row) => row.phone ?? row.customerNo ?? row.blockId}
      rowActions={[allowedAs(remove, 'remove')]}
      batches={[removeMany]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), onPage(check, null), importer.action]}
      detail={({ blockId }) => <BlockedDetail blockId={blockId} columns={columns} />}
      emptyText={t('contacts.none')}
    >
      <BlockedForm action={add} />
      <FormDialog action={remove} defaults={(): RemoveValues => ({ reason: '', voucherIds: null })}>
        {({ merchantNo }) => (
          <>
            {merchantNo !== null && (
              <File name="voucherIds" subjectType="merchantVoucher" subjectNo={merchantNo} rule={CONSENT} />
            )}
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <FormDialog action={check} defaults={(): CheckValues => ({ phone: '' })}>
        <Phone name="phone" hint={t('contacts.checkHint')} />
      </FormDialog>
      <BatchAction batch={removeMany} defaults={(): RemoveValues => ({ reason: '', voucherIds: null })}>
        {otherMerchants.length > 0 && <p>{t('contacts.oneMerchant')}</p>}
        {merchantNo !== undefined && (
          <File name="voucherIds" subjectType="merchantVoucher" subjectNo={merchantNo} rule={CONSENT} />
        )}
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}
