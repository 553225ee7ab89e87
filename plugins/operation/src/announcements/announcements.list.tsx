import { apiLanguage, formatDateTime, session$, useText } from '@kituo/sdk';
import { announcement, change } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  departmentOptions,
  DescriptionList,
  DetailOf,
  fieldsOf,
  flag,
  FormDialog,
  FormDrawer,
  History,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  several,
  status,
  text,
  time,
  useAction,
  useDetail,
  useFormValues,
  useListPage,
  useRefreshOn,
  type CodesOf,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { PhoneFrame } from '../contents/phone-frame.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';

type Row = announcement.AnnouncementRow;
type Texts = Readonly<Record<string, string>>;

const AUDIENCE = defineDictionary<CodesOf<typeof announcement.audience>>('ANNOUNCEMENT_AUDIENCE', {
  APP: 'active',
  STAFF: 'waiting',
});
const TYPE = defineDictionary<CodesOf<typeof announcement.announcementType>>('ANNOUNCEMENT_TYPE', {
  POPUP: 'waiting',
  BANNER: 'waiting',
  LIST: 'waiting',
});
const ANNOUNCEMENT_STATUS = defineDictionary<CodesOf<typeof announcement.announcementStatus>>('ANNOUNCEMENT_STATUS', {
  DRAFT: 'waiting',
  SCHEDULED: 'active',
  ACTIVE: 'good',
  ENDED: 'waiting',
  ABOLISHED: 'failed',
});

interface Values extends Record<string, unknown> {
  readonly title: Texts;
  readonly content: Texts;
  readonly audience: Row['audience'];
  readonly announcementType: Row['announcementType'];
  readonly merchantNos: string[];
  readonly deptNos: string[];
  readonly mustConfirm: boolean;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly image: Row['image'];
}
interface Again extends Record<string, unknown> {
  readonly title: Texts;
  readonly content: Texts;
  readonly endAt: string | null;
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const fields = fieldsOf<Values>();
const again = fieldsOf<Again>();
const waitsIn = change.changeFamilies.announcement;

const filters = defineFilters({
  title: containing(),
  audience: oneOf(AUDIENCE),
  announcementStatus: oneOf(ANNOUNCEMENT_STATUS),
  announcementType: oneOf(TYPE),
  merchantNo: oneOf(merchantOptions),
  period: dateRange(),
});
/** In the reader's language; who wrote none in it wrote English. */
const titleOf = ({ title, announcementNo }: Row) =>
  title[apiLanguage(session$.value.language)] ?? title['en'] ?? announcementNo;

const columnsIn = (everybody: string) =>
  defineColumns<Row>([
    {
      ...text<{ title: string }>('title', { width: 240 }),
      valueOf: (row: Row) => ({ kind: 'text', text: titleOf(row), mask: null }),
    },
    status('audience', AUDIENCE, { width: 110 }),
    status('announcementType', TYPE, { width: 90 }),
    several('forNames', ({ forNames }) => (forNames.length === 0 ? [everybody] : forNames), { width: 160 }),
    flag('mustConfirm', { width: 130 }),
    time('startAt', { sortable: true }),
    time('endAt', { sortable: true }),
    status('announcementStatus', ANNOUNCEMENT_STATUS, { width: 110 }),
    count('reached', { width: 90 }),
    count('confirmed', { width: 100 }),
    count('readPercent', { width: 110, as: (percent) => `${percent}%` }),
    text('abolishReason', { width: 180 }),
    text('makerName', { width: 140 }),
    number('announcementNo', { width: 120 }),
  ]);

const valuesOf = (row: Row | null): Values => ({
  title: row?.title ?? {},
  content: row?.content ?? {},
  audience: row?.audience ?? 'STAFF',
  announcementType: row?.announcementType ?? 'LIST',
  merchantNos: row?.merchantNos ?? [],
  deptNos: row?.deptNos ?? [],
  mustConfirm: row?.mustConfirm ?? false,
  startAt: row?.startAt ?? null,
  endAt: row?.endAt ?? null,
  image: row?.image ?? null,
});

/** Notices to customers in the app and to staff on Home. */
export function AnnouncementList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t('announcement.everybody')), [t]);
  const screen = useListPage<Row>({
    load: announcement.page,
    idOf: (row) => row.announcementNo,
    columns,
    filters,
    defaultSort: '-startAt',
    file: { endpoint: announcement.exportList, jobKind: 'announcements.export' },
  });
  const list = { refresh: screen.list.refresh };
  useRefreshOn('change', list.refresh);
  const facts = (row: Row | null) => ({ name: row === null ? '' : titleOf(row) });
  const request = (row: Row | null, values: Values) => ({
    ...values,
    startAt: values.startAt ?? '',
    // Of what was attached before the audience was changed to staff nothing is kept.
    image: values.audience === 'APP' ? values.image : null,
    ...(row && { announcementNo: row.announcementNo, version: row.version }),
  });
  const add = useAction({ name: 'announcementAdd', endpoint: announcement.save, request, list });
  const edit = useAction({ name: 'announcementEdit', endpoint: announcement.save, request, list, facts });
  const reasoned = ({ announcementNo }: Row, { reason }: Reason) => ({ announcementNo, reason });
  const publish = useAction({
    name: 'announcementPublish',
    endpoint: announcement.publish,
    request: reasoned,
    list,
    waitsIn,
    facts,
  });
  const abolish = useAction({
    name: 'announcementAbolish',
    endpoint: announcement.abolish,
    request: reasoned,
    list,
    facts,
    isDangerous: true,
  });
  const restart = useAction({
    name: 'announcementRestart',
    endpoint: announcement.restart,
    request: ({ announcementNo }: Row, values: Again) => ({ announcementNo, ...values }),
    list,
    waitsIn,
    facts,
  });
  const published = publish.opened?.subject;
  return (
    <ListScreen
      of={screen}
      title={t('announcement.title')}
      nameOf={titleOf}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(publish, 'publish'),
        onRow<Row, Row | null>(edit, 'save', (row) => row),
        allowedAs(restart, 'restart'),
        allowedAs(abolish, 'abolish'),
      ]}
      detail={(row) => <AnnouncementDetail row={row} columns={columns} />}
    >
      <FormDrawer action={add} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={edit} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <AskReason action={publish}>
        {published && <p>{t('announcement.reachText', { count: published.reached })}</p>}
      </AskReason>
      <AskReason action={abolish}>
        <p>{abolish.textOf('effect')}</p>
      </AskReason>
      <FormDialog
        action={restart}
        defaults={({ title, content }): Again => ({ title, content, endAt: null, reason: '' })}
      >
        <again.Languages name="title" maxLength={64} />
        <again.Languages name="content" maxLength={2000} rows={4} hint={t('announcement.againHint')} />
        <again.Moment name="endAt" isOptional hint={t('announcement.endHint')} />
        <again.Text name="reason" isLong maxLength={200} />
      </FormDialog>
    </ListScreen>
  );
}

/** As wide and high as the app's cards: 16 to 9. */
const SHOWN_ASPECT = 16 / 9;

/** Before it is published: how many it would reach, and what its variables become. */
function useReach() {
  const { audience, merchantNos, deptNos } = useFormValues();
  const asked = announcement.preview.request.safeParse({
    audience,
    merchantNos,
    deptNos: audience === 'STAFF' ? deptNos : [],
  });
  return useDetail(announcement.preview, asked.success ? asked.data : null).data;
}

function Fields() {
  const t = useText();
  const { audience, image } = useFormValues();
  const attached = announcement.announcementRow.shape.image.safeParse(image).data ?? null;
  const reach = useReach();
  return (
    <>
      <fields.Languages name="title" maxLength={64} />
      <fields.Languages
        name="content"
        maxLength={2000}
        rows={4}
        {...(audience === 'APP' && {
          hint: t('announcement.contactsHint', { hotline: '{{hotline}}', whatsapp: '{{whatsapp}}' }),
        })}
      />
      <fields.Segmented name="audience" options={AUDIENCE} />
      <fields.Segmented name="announcementType" options={TYPE} />
      {audience === 'APP' && (
        <>
          <fields.Image
            name="image"
            {...announcement.IMAGE_SUBJECT}
            aspect={SHOWN_ASPECT}
            isOptional
            hint={t('announcement.imageHint')}
          />
          <AnnouncementPreview attachId={attached?.attachId ?? null} contacts={reach?.contacts ?? null} />
        </>
      )}
      {reach !== null && (
        <p className="kp-muted" aria-live="polite">
          {t('announcement.reachText', { count: reach.reached })}
        </p>
      )}
      <fields.MultiSelect
        name="merchantNos"
        source={merchantOptions}
        isOptional
        hint={t('announcement.merchantsHint')}
      />
      <fields.MultiSelect name="deptNos" source={departmentOptions} isOptional hint={t('announcement.deptsHint')} />
      <fields.Switch name="mustConfirm" />
      <fields.Moment name="startAt" />
      <fields.Moment name="endAt" isOptional hint={t('announcement.endHint')} />
    </>
  );
}

function AnnouncementDetail(props: { readonly row: Row; readonly columns: ReturnType<typeof columnsIn> }) {
  const { row, columns } = props;
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <h3 className="kp-section-title">{t('announcement.preview')}</h3>
      {Object.entries(row.content).map(([language, content]) => (
        <PhoneFrame
          key={language}
          language={language}
          title={row.title[language] ?? titleOf(row)}
          text={content}
          attachId={row.image?.attachId ?? null}
        />
      ))}
      <DetailOf endpoint={announcement.detail} request={{ announcementNo: row.announcementNo }}>
        {({ readers, history }) => (
          <>
            {row.audience === 'APP' && <p>{t('announcement.customersRead', { count: row.confirmed })}</p>}
            {row.audience === 'STAFF' && (
              <>
                <h3 className="kp-section-title">{t('announcement.readers')}</h3>
                {readers.length === 0 && <p className="kp-muted">{t('announcement.noReaders')}</p>}
                <ul className="kp-facts">
                  {readers.map(({ userNo, realName, confirmedAt }) => (
                    <li key={userNo}>
                      {realName} · {formatDateTime(confirmedAt)}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )}
      </DetailOf>
    </>
  );
}
