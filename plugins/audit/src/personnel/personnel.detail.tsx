import { formatDate, formatTime, useText } from '@kituo/sdk';
import { DescriptionList, DetailActions, DetailDrawer, DetailTabs, History, useDetail } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { AwayPreview } from './away-preview.tsx';
import { endpoints, PERSONNEL_STATUS, usePersonnelColumns } from './personnel-fields.ts';
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
      actions={<DetailActions row={opened} current={detail.data} actions={props.actions} onClose={props.onClose} />}
    >
      {(info) => (
        <DetailTabs
          label={info.realName}
          parameter="detail"
          tabs={[
            { name: 'facts', content: () => <Facts info={info} /> },
            { name: 'away', content: () => <Away userNo={info.userNo} /> },
            { name: 'history', content: () => <Changes info={info} /> },
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Facts({ info }: { readonly info: PersonnelInfo }) {
  const t = useText();
  const columns = usePersonnelColumns();
  return (
    <>
      <DescriptionList of={info} columns={columns} />
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

const STATUSES: ReadonlySet<string> = new Set(PERSONNEL_STATUS.codes);

function Changes({ info }: { readonly info: PersonnelInfo }) {
  const t = useText();
  return (
    <History
      entries={info.history}
      titleOf={({ action }) => t(`personnel.did.${action.split(':').at(-1) ?? ''}`)}
      wordOf={(code) => (STATUSES.has(code) ? t(`PERSONNEL_STATUS.${code}`) : code)}
    />
  );
}
