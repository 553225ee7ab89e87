import { formatDate, formatTime, useText } from '@kituo/sdk';
import {
  DescriptionList,
  DetailActions,
  DetailDrawer,
  DetailTabs,
  Timeline,
  useDetail,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { AwayPreview } from './away-preview.tsx';
import { endpoints, personnelColumns } from './personnel-fields.ts';
import type { PersonnelInfo, PersonnelRow } from './personnel-fields.ts';

/** One reviewer for a glance: facts, shifts, what if they were away, and what was changed. */
export function PersonnelDetail(props: {
  readonly opened: PersonnelRow | null;
  readonly actions: readonly RowAction<PersonnelRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(endpoints.detail, opened && { userNo: opened.userNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={opened !== null}
      title={opened?.realName ?? t('personnel.title')}
      onClose={props.onClose}
      actions={
        <DetailActions
          row={opened}
          current={detail.data}
          actions={props.actions}
          onClose={props.onClose}
        />
      }
    >
      {(info) => (
        <DetailTabs
          label={info.realName}
          parameter="detail"
          tabs={[
            { name: 'facts', content: () => <Facts info={info} /> },
            { name: 'away', content: () => <Away userNo={info.userNo} /> },
            { name: 'history', content: () => <History info={info} /> },
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Facts({ info }: { readonly info: PersonnelInfo }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={info} columns={personnelColumns} />
      <h3 className="kp-section-title">{t('personnel.shifts')}</h3>
      {info.shifts.length === 0 ? (
        <p className="kp-muted">{t('personnel.noShifts')}</p>
      ) : (
        <ul className="kp-facts">
          {info.shifts.map(({ startsAt, endsAt }) => (
            <li key={startsAt}>
              {formatDate(startsAt)}, {formatTime(startsAt)}–{formatTime(endsAt)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Away({ userNo }: { readonly userNo: string }) {
  const t = useText();
  const away = useDetail(endpoints.away, { userNo });
  return (
    <>
      <p className="kp-muted">{t('personnel.awayHint')}</p>
      <AwayPreview away={away} />
    </>
  );
}

function History({ info }: { readonly info: PersonnelInfo }) {
  const t = useText();
  if (info.history.length === 0) return <p className="kp-muted">{t('personnel.noHistory')}</p>;
  return (
    <Timeline
      label={t('tab.history')}
      entries={info.history.map((entry, index) => ({
        id: String(index),
        at: entry.happenedAt,
        title: t(`personnel.did.${entry.action.split(':').at(-1) ?? ''}`),
        who: entry.byName,
        text: [changesOf(entry.before, entry.after, t), entry.reason].filter(Boolean).join('; '),
      }))}
    />
  );
}

function changesOf(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
  t: (key: string) => string,
): string {
  return Object.entries(after ?? {})
    .map(
      ([field, value]) =>
        `${t(`field.${field}`)}: ${shown(before?.[field], t)} → ${shown(value, t)}`,
    )
    .join(', ');
}

function shown(value: unknown, t: (key: string) => string): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return t(value ? 'config.yes' : 'config.no');
  if (value === 'NORMAL' || value === 'FROZEN') return t(`PERSONNEL_STATUS.${value}`);
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value).replaceAll('"', '');
}
