import { Button, formatMoney, ModalBody, usePluginScope, useText } from '@kituo/sdk';
import { CaseHelp } from '@kituo/sdk/cases';
import { collectionMonitor, type Endpoint, type ReplyOf } from '@kituo/sdk/contracts';
import {
  count,
  defineColumns,
  DescriptionList,
  DetailOf,
  DetailTabs,
  ExportButton,
  dictionaryOptions,
  money,
  number,
  status,
  text,
  time,
  useDetail,
  useExport,
  useOptions,
} from '@kituo/sdk/page';
import { CALL_RESULT, CONTACT_REFUSAL, SMS_DELIVERY } from '../ai/ai-words.ts';
import { CaseRecording } from '../ai/case-recording.tsx';

type Day = Pick<collectionMonitor.WorkDayRow, 'userNo' | 'workDate' | 'realName'>;
type Record = ReplyOf<typeof collectionMonitor.recordPage>['rows'][number];
type Contact = ReplyOf<typeof collectionMonitor.callDetailPage>['rows'][number];

const callColumns = defineColumns<Contact>([
  time('at'),
  number('caseNo'),
  text('phone', { mask: 'phone' }),
  status('outcome', CALL_RESULT),
  count('talkSeconds'),
  money('costCents'),
  status('refusedFor', CONTACT_REFUSAL),
]);
const textColumns = defineColumns<Contact>([
  time('at'),
  number('caseNo'),
  text('phone', { mask: 'phone' }),
  status('outcome', SMS_DELIVERY),
  text('templateCode'),
  text('accountCode'),
  money('costCents'),
  status('refusedFor', CONTACT_REFUSAL),
]);
const recordColumns = defineColumns<Record>([
  time('at'),
  number('caseNo'),
  text('caseLevel'),
  text('actionCode'),
  text('remark'),
]);

/** What is behind a collector's figures of a day. */
export function DayDetail({ day }: { readonly day: Day }) {
  return (
    <DetailTabs
      label={day.realName}
      parameter="detail"
      tabs={[
        { name: 'records', content: () => <Records day={day} /> },
        {
          name: 'calls',
          content: () => (
            <Contacts
              day={day}
              of={collectionMonitor.callDetailPage}
              file={collectionMonitor.callDetailExport}
              columns={callColumns}
            />
          ),
        },
        {
          name: 'texts',
          content: () => (
            <Contacts
              day={day}
              of={collectionMonitor.smsDetailPage}
              file={collectionMonitor.smsDetailExport}
              columns={textColumns}
            />
          ),
        },
        { name: 'repaid', content: () => <Repaid day={day} /> },
      ]}
    />
  );
}

const askOf = ({ userNo, workDate }: Day) =>
  ({ filters: { userNo, workDate }, page: 1, pageSize: 50, sort: null }) as const;

function Records({ day }: { readonly day: Day }) {
  const t = useText();
  const actions = useOptions(dictionaryOptions('ACTION_CODE', { withRetired: true })).options;
  const { data } = useDetail(collectionMonitor.recordPage, askOf(day));
  if (data === null) return null;
  if (data.rows.length === 0) return <p className="kp-muted">{t('monitor.none')}</p>;
  const wordOf = (code: string) => actions.find(({ value }) => value === code)?.label ?? code;
  return (
    <>
      <DayFile day={day} endpoint={collectionMonitor.recordExport} total={data.total} />
      {data.rows.map((row) => (
        <div key={row.followUpId}>
          <DescriptionList of={{ ...row, actionCode: wordOf(row.actionCode) }} columns={recordColumns} />
          <OpenCase caseScope={row.caseScope} caseNo={row.caseNo} />
        </div>
      ))}
    </>
  );
}

function Contacts(props: {
  readonly day: Day;
  readonly of: typeof collectionMonitor.callDetailPage & Endpoint;
  readonly file: Endpoint;
  readonly columns: typeof callColumns;
}) {
  const t = useText();
  const { data } = useDetail(props.of, askOf(props.day));
  if (data === null) return null;
  if (data.rows.length === 0) return <p className="kp-muted">{t('monitor.none')}</p>;
  const rows = data.rows.map((row) => (
    <div key={row.attemptId}>
      <DescriptionList of={row} columns={props.columns} />
      {row.hasRecording && row.caseScope !== null && (
        <CaseRecording caseScope={row.caseScope} attemptId={row.attemptId} />
      )}
      {row.caseScope !== null && row.caseNo !== null && <OpenCase caseScope={row.caseScope} caseNo={row.caseNo} />}
    </div>
  ));
  return (
    <>
      <DayFile day={props.day} endpoint={props.file} total={data.total} />
      {rows}
    </>
  );
}

/** The case that a line is about, over the day. */
function OpenCase({ caseScope, caseNo }: { readonly caseScope: 'ORDER' | 'BILL'; readonly caseNo: string }) {
  const t = useText();
  const scope = usePluginScope();
  return (
    <Button
      size="small"
      variant="minimal"
      text={t('monitor.openCase', { name: caseNo })}
      onClick={() => {
        scope.openModal({
          title: caseNo,
          content: () => (
            <ModalBody>
              <CaseHelp scope={caseScope} caseId={caseNo} source="CollectionPersonnelMonitoring" />
            </ModalBody>
          ),
        });
      }}
    />
  );
}

/** What a tab shows, as a file. */
function DayFile({ day, endpoint, total }: { readonly day: Day; readonly endpoint: Endpoint; readonly total: number }) {
  const { userNo, workDate } = day;
  const exporter = useExport({
    list: { request: { filters: { userNo, workDate }, sort: null }, total, selection: { count: 0, rows: new Map() } },
    endpoint,
    jobKind: endpoint.name,
    request: (scope) => endpoint.request.parse(scope),
  });
  return <ExportButton exporter={exporter} />;
}

function Repaid({ day: { userNo, workDate } }: { readonly day: Day }) {
  const t = useText();
  const line = (name: string, payments: number, cents: number) =>
    t('monitor.line', { name, money: formatMoney(cents), count: payments });
  return (
    <DetailOf endpoint={collectionMonitor.repayStat} request={{ userNo, workDate }}>
      {({ byLevel, byHour }) =>
        byLevel.length === 0 ? (
          <p className="kp-muted">{t('monitor.none')}</p>
        ) : (
          <>
            <h3 className="kp-section-title">{t('monitor.byLevel')}</h3>
            <ul className="kp-facts">
              {byLevel.map(({ caseLevel, payments, repaidCents }) => (
                <li key={caseLevel}>{line(caseLevel ?? t('monitor.noLevel'), payments, repaidCents)}</li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('monitor.byHour')}</h3>
            <ul className="kp-facts">
              {byHour.map(({ hour, payments, repaidCents }) => (
                <li key={hour}>{line(`${String(hour).padStart(2, '0')}:00`, payments, repaidCents)}</li>
              ))}
            </ul>
          </>
        )
      }
    </DetailOf>
  );
}
