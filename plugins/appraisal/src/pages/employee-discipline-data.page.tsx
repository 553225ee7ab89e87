import { Button, callFile, eatDay, lastDays, Link, saveFile, session$, useText, useValue } from '@kituo/sdk';
import { discipline, file } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  type AttachedFile,
  BatchAction,
  type BatchScope,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  FormDrawer,
  History,
  ImportDialog,
  ListScreen,
  onPage,
  PageTabs,
  PlusIcon,
  useAction,
  useBatch,
  useDetail,
  useFormValues,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { SummaryTab } from '../summary.tab.tsx';
import { columns, DISCIPLINE_LEVEL, DISCIPLINE_TYPE, filters, type Row } from '../discipline-fields.ts';

interface Values extends Record<string, unknown> {
  readonly jobNumber: string;
  readonly disciplineType: Row['disciplineType'];
  readonly disciplineLevel: Row['disciplineLevel'];
  readonly points: number | null;
  readonly happenedOn: string;
  readonly content: string;
  /** One file each: the next box comes with the one before. */
  readonly voucherIds: AttachedFile | null;
  readonly voucherTwo: AttachedFile | null;
  readonly voucherThree: AttachedFile | null;
}
interface Decision extends Record<string, unknown> {
  readonly answer: string;
  readonly reason: string;
}
interface Objection extends Record<string, unknown> {
  readonly objection: string;
}
const { Text, Select, Segmented, Number: Count, Date: Day, File } = fieldsOf<Values>();
const { Text: DecisionText } = fieldsOf<Decision>();
interface Reasoned extends Record<string, unknown> {
  readonly reason: string;
}
const { Text: ObjectionText } = fieldsOf<Objection>();
const { Text: ReasonText } = fieldsOf<Reasoned>();
/** What the contract takes at a time. */
const MAX = 200;
const EVIDENCE = { extensions: ['jpg', 'jpeg', 'png', 'pdf'], maxMb: 10 };

const decided = ({ recordNo, version }: Row, { answer, reason }: Decision) => ({
  recordNo,
  version,
  reason,
  ...(answer.trim() !== '' && { answer }),
});
const reasoned = ({ ids }: BatchScope, { reason }: Reasoned) => ({ recordNos: [...(ids ?? [])], reason });
const decisionOf = (): Decision => ({ answer: '', reason: '' });

/** Discipline records, and what they come to in a month. */
export function EmployeeDisciplineDataPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('discipline.title')}
      tabs={[
        { name: 'records', content: () => <Records key="records" /> },
        { name: 'summary', content: () => <SummaryTab key="summary" /> },
      ]}
    />
  );
}

/** Recorded by one, objected to by whom they are about, confirmed by another. */
function Records() {
  const t = useText();
  const { user } = useValue(session$);
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { happenedOn: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: discipline.page,
    idOf: (row) => row.recordNo,
    columns,
    filters,
    defaultSort: '-happenedOn',
    initial,
    file: { endpoint: discipline.exportList, jobKind: 'discipline.export' },
  });
  const of = {
    list: { refresh: screen.list.refresh },
    facts: ({ realName }: Row) => ({ name: realName }),
  };
  const add = useAction({
    name: 'disciplineAdd',
    endpoint: discipline.save,
    request: (_nothing: null, { points, voucherIds, voucherTwo, voucherThree, ...values }: Values) => ({
      jobNumber: values.jobNumber,
      disciplineType: values.disciplineType,
      disciplineLevel: values.disciplineLevel,
      points: points ?? Number.NaN,
      happenedOn: values.happenedOn,
      content: values.content,
      voucherIds: [voucherIds, voucherTwo, voucherThree].flatMap((one) => (one === null ? [] : [one.attachId])),
    }),
    list: of.list,
  });
  const confirm = useAction({ ...of, name: 'disciplineConfirm', endpoint: discipline.confirm, request: decided });
  const dismiss = useAction({ ...of, name: 'disciplineDismiss', endpoint: discipline.dismiss, request: decided });
  const revoke = useAction({
    ...of,
    name: 'disciplineRevoke',
    endpoint: discipline.revoke,
    request: ({ recordNo, version }: Row, { reason }: { readonly reason: string }) => ({ recordNo, version, reason }),
    isDangerous: true,
  });
  const object = useAction({
    ...of,
    name: 'disciplineObject',
    endpoint: discipline.appeal,
    request: ({ recordNo, version }: Row, { objection }: Objection) => ({ recordNo, version, objection }),
  });
  const many = { list: screen.list, most: MAX, request: reasoned };
  const confirmMany = useBatch({
    ...many,
    name: 'disciplineConfirmMany',
    endpoint: discipline.confirmMany,
    jobKind: 'discipline.confirmMany',
  });
  const dismissMany = useBatch({
    ...many,
    name: 'disciplineDismissMany',
    endpoint: discipline.dismissMany,
    jobKind: 'discipline.dismissMany',
  });
  const importer = useImport({
    name: 'disciplineImport',
    kind: 'discipline.import',
    code: 'appraisal:discipline:import',
    list: of.list,
  });
  return (
    <ListScreen
      of={screen}
      title={t('discipline.title')}
      nameOf={(row) => row.recordNo}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), onPage(importer.action, null)]}
      batches={[confirmMany, dismissMany]}
      rowActions={[
        allowedAs(confirm, 'confirm'),
        allowedAs(dismiss, 'dismiss'),
        allowedAs(revoke, 'revoke'),
        allowedAs(object, 'object'),
      ]}
      detail={({ recordNo }) => <RecordDetail recordNo={recordNo} />}
      emptyText={t('discipline.none')}
    >
      <FormDrawer
        action={add}
        defaults={(): Values => ({
          jobNumber: '',
          disciplineType: 'OTHER',
          disciplineLevel: 'NOTICE',
          points: null,
          happenedOn: eatDay(),
          content: '',
          voucherIds: null,
          voucherTwo: null,
          voucherThree: null,
        })}
      >
        <Text name="jobNumber" maxLength={8} />
        <PersonFound />
        <Select name="disciplineType" options={DISCIPLINE_TYPE} />
        <Segmented name="disciplineLevel" options={DISCIPLINE_LEVEL} />
        <Points />
        <Day name="happenedOn" max={eatDay()} />
        <Text name="content" isLong maxLength={500} />
        <Evidence userNo={user?.userNo ?? ''} />
      </FormDrawer>
      {[confirm, dismiss].map((action) => (
        <FormDialog key={action.name} action={action} defaults={decisionOf}>
          {(row: Row) => (
            <>
              {row.objection !== null && <p>{t('discipline.objected', { objection: row.objection })}</p>}
              {row.objection !== null && <DecisionText name="answer" isLong maxLength={500} />}
              <DecisionText name="reason" isLong maxLength={200} />
            </>
          )}
        </FormDialog>
      ))}
      <AskReason action={revoke} />
      <FormDialog action={object} defaults={(): Objection => ({ objection: '' })}>
        <ObjectionText name="objection" isLong maxLength={500} />
      </FormDialog>
      {[confirmMany, dismissMany].map((batch) => (
        <BatchAction key={batch.action.name} batch={batch} defaults={(): Reasoned => ({ reason: '' })}>
          <p>{t('discipline.manyEffect')}</p>
          <ReasonText name="reason" isLong maxLength={200} />
        </BatchAction>
      ))}
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

const FILES = ['voucherIds', 'voucherTwo', 'voucherThree'] as const;

function Evidence({ userNo }: { readonly userNo: string }) {
  const values = useFormValues();
  const shown = FILES.filter((_name, place) => place === 0 || values[FILES[place - 1] ?? ''] !== null);
  return shown.map((name, place) => (
    <File
      key={name}
      name={name}
      subjectType="disciplineVoucher"
      subjectNo={userNo}
      rule={EVIDENCE}
      isOptional={place > 0}
    />
  ));
}

/** Whom the job number finds, before anything is recorded against them. */
function PersonFound() {
  const { jobNumber } = useFormValues();
  const read = discipline.person.request.safeParse({ jobNumber });
  const { data, error } = useDetail(discipline.person, read.success ? read.data : null);
  if (!read.success) return null;
  return (
    <p className="kp-muted" aria-live="polite">
      {error !== null ? error.msg : data !== null && [data.realName, data.deptName].filter(Boolean).join(' · ')}
    </p>
  );
}

/** With the range that the chosen type allows. */
function Points() {
  const t = useText();
  const { disciplineType } = useFormValues();
  const range = Object.entries(discipline.POINTS).find(([type]) => type === disciplineType)?.[1];
  return <Count name="points" hint={range === undefined ? t('discipline.pointsHint') : `${range[0]}–${range[1]}`} />;
}

/** Where what proposed a record is read: the inspection, the person's day, or their reveals. */
function evidenceOf({ source, happenedOn, realName, userNo }: Row, sourceRef: string): string | null {
  if (source === 'SECURITY') {
    const of = `userNo=${userNo}&eatDay=${happenedOn}..${happenedOn}`;
    return `/AdminContent/OperationSystem/SensitiveInfoConfig?tab=unusual&${of}`;
  }
  if (source !== 'QUALITY' && source !== 'SCHEDULE') return null;
  if (source === 'QUALITY') return `/AdminContent/QualitySystem/QualityCenter?inspectionNo=${sourceRef}`;
  const day = `workDate=${happenedOn}..${happenedOn}&realName=${encodeURIComponent(realName)}`;
  return `/AdminContent/ScheduleManage/ScheduleAbnormalThreshold?tab=days&${day}`;
}

function SourceLink({ row, sourceRef }: { readonly row: Row; readonly sourceRef: string }) {
  const t = useText();
  const address = evidenceOf(row, sourceRef);
  const words = `${t(`DISCIPLINE_SOURCE.${row.source}`)} ${sourceRef}`;
  return address === null ? words : <Link to={address}>{words}</Link>;
}

function RecordDetail({ recordNo }: { readonly recordNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={discipline.detail} request={{ recordNo }}>
      {({ vouchers, sourceRef, history, ...row }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <h3 className="kp-section-title">{t('discipline.evidence')}</h3>
          {sourceRef !== null && (
            <p>
              <SourceLink row={row} sourceRef={sourceRef} />
            </p>
          )}
          {vouchers.length === 0 && sourceRef === null && <p className="kp-muted">{t('discipline.noEvidence')}</p>}
          {vouchers.map(({ attachId, fileName }) => (
            <Button
              key={attachId}
              size="small"
              variant="minimal"
              text={fileName}
              onClick={() => {
                callFile(file.attachDownload, { attachId }).then(saveFile, () => undefined);
              }}
            />
          ))}
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}
