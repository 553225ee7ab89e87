import { canOpen, useNavigate, useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import {
  allowedAs,
  BatchAction,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  fieldsOf,
  flag,
  dictionaryOptions,
  FormDrawer,
  ListScreen,
  money,
  number,
  type RowAction,
  text,
  time,
  useAction,
  useBatch,
  useListPage,
  yesNo,
} from '@kituo/sdk/page';
import { SmsThread } from './sms-thread.tsx';

type Row = nineFour.ReplyRow;
const REPLY_STOP = defineDictionary('REPLY_STOP', { OBJECTED: 'attention', DISPUTE: 'attention' });
interface Values extends Record<string, unknown> {
  readonly actionCode: string | null;
  readonly overdueReason: string | null;
  readonly nextFollowUpAt: string | null;
  readonly stopContact: 'OBJECTED' | 'DISPUTE' | null;
  readonly remark: string;
}
const nothing = (): Values => ({
  actionCode: null,
  overdueReason: null,
  nextFollowUpAt: null,
  stopContact: null,
  remark: '',
});
interface Acknowledged extends Record<string, unknown> {
  readonly remark: string;
}
const { Moment, Select, Text } = fieldsOf<Values>();
/** Characters of a reply that are kept. */
const LONGEST = 1_600;
const WRITE_OFFS = '/AdminContent/CollectionSystem/CancelAfterVerificationManagement';

const columns = defineColumns<Row>([
  time('receivedAt', { sortable: true, width: 165 }),
  text('replyText', { width: 300 }),
  flag('isStop', { width: 90 }),
  flag('isHandled', { width: 100 }),
  text('customerName', { reveal: { kind: 'smsReply.customerName', by: 'replyId' }, width: 160 }),
  text('phone', { reveal: { kind: 'smsReply.phone', by: 'replyId' }, width: 140, mask: 'phone' }),
  number('flowNo', { width: 140 }),
  money('writableCents', { width: 130 }),
  number('caseNo', { width: 140 }),
  number('orderNo', { width: 140 }),
  text('collectorName', { width: 150 }),
  text('remark', { width: 200 }),
  text('handledByName', { width: 150 }),
  time('handledAt', { width: 165 }),
  number('vendorSmsId', { width: 200 }),
]);
const filters = defineFilters({
  isHandled: yesNo(),
  isStop: yesNo(),
  receivedAt: dateRange(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  orderNo: containing(),
  vendorSmsId: containing(),
});

/** What borrowers answered to SMS. A STOP has closed every channel before anybody reads it. */
export function ReplyList() {
  const t = useText();
  const go = useNavigate();
  const screen = useListPage<Row>({
    load: nineFour.replyPage,
    idOf: (row) => String(row.replyId),
    columns,
    filters,
    defaultSort: '-receivedAt',
    file: { endpoint: nineFour.replyExport, jobKind: 'smsReplies.export' },
  });
  const handle = useAction({
    name: 'aiHandle',
    endpoint: nineFour.handle,
    request: ({ replyId }: Row, { stopContact, remark, actionCode, overdueReason, nextFollowUpAt }: Values) => ({
      replyIds: [replyId],
      remark,
      ...(actionCode !== null && { actionCode }),
      ...(overdueReason !== null && { overdueReason }),
      ...(nextFollowUpAt !== null && { nextFollowUpAt }),
      ...(stopContact !== null && { stopContact }),
    }),
    list: { refresh: screen.list.refresh },
    facts: ({ replyId }: Row) => ({ name: String(replyId) }),
  });
  const handleMany = useBatch({
    name: 'aiHandleMany',
    endpoint: nineFour.handleMany,
    jobKind: 'smsReplies.handleMany',
    list: screen.list,
    most: 1_000,
    request: ({ ids }, { remark }: Acknowledged) => ({ replyIds: [...(ids ?? [])].map(Number), remark }),
  });
  // What a borrower says was paid is there, and on nothing yet.
  const toWriteOff: RowAction<Row> = {
    name: 'toWriteOff',
    label: t('aiSmsBacks.toWriteOff'),
    isDangerous: false,
    isAllowed: ({ orderNo, writableCents }) => canOpen(WRITE_OFFS) && orderNo !== null && (writableCents ?? 0) > 0,
    open: ({ orderNo }) => void go(`${WRITE_OFFS}?orderNo=${orderNo}`),
  };
  return (
    <ListScreen
      of={screen}
      title={t('tab.replies')}
      nameOf={(row) => t('aiSmsBacks.reply', { number: row.replyId })}
      rowActions={[allowedAs(handle, 'handle'), toWriteOff]}
      batches={[handleMany]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {row.replyText.length >= LONGEST && <p className="kp-muted">{t('aiSmsBacks.cut')}</p>}
          {row.orderNo !== null && <SmsThread orderNo={row.orderNo} />}
        </>
      )}
    >
      <FormDrawer action={handle} defaults={nothing}>
        <Select
          name="actionCode"
          options={dictionaryOptions('ACTION_CODE')}
          isOptional
          hint={t('aiSmsBacks.noteHint')}
        />
        <Select name="overdueReason" options={dictionaryOptions('OVERDUE_REASON')} isOptional />
        <Moment name="nextFollowUpAt" isOptional />
        <Select name="stopContact" options={REPLY_STOP} isOptional hint={t('aiSmsBacks.stopHint')} />
        <Text name="remark" isLong maxLength={500} />
      </FormDrawer>
      <BatchAction batch={handleMany} nameOf={(replyId) => replyId} defaults={(): Acknowledged => ({ remark: '' })}>
        <Text name="remark" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}
