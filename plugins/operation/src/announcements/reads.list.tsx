import { apiLanguage, session$, useText } from '@kituo/sdk';
import { announcement } from '@kituo/sdk/contracts';
import {
  containing,
  dateRange,
  defineColumns,
  defineFilters,
  ListScreen,
  number,
  text,
  time,
  useListPage,
} from '@kituo/sdk/page';

type Row = announcement.ReadRow;
const filters = defineFilters({
  announcementNo: containing(),
  readerName: containing(),
  readerUserNo: containing(),
  confirmedAt: dateRange(),
});
const columns = defineColumns<Row>([
  {
    ...text<{ announcementTitle: string }>('announcementTitle', { width: 260 }),
    valueOf: ({ announcementTitle, announcementNo }: Row) => ({
      kind: 'text',
      text: announcementTitle[apiLanguage(session$.value.language)] ?? announcementTitle['en'] ?? announcementNo,
      mask: null,
    }),
  },
  text('readerName', { width: 170 }),
  number('readerUserNo', { width: 130 }),
  time('confirmedAt', { sortable: true }),
  number('announcementNo', { width: 140 }),
]);

/** Staff who confirmed announcements. */
export function AnnouncementReads() {
  const t = useText();
  const screen = useListPage<Row>({
    load: announcement.readsPage,
    idOf: (row) => String(row.readId),
    columns,
    filters,
    defaultSort: '-confirmedAt',
    file: { endpoint: announcement.readsExport, jobKind: 'announcementReads.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.reads')}
      nameOf={(row) => row.readerName}
      emptyText={t('announcement.noReaders')}
    />
  );
}
