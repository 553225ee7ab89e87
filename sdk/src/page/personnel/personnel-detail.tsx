import type { ReactNode } from 'react';
import { formatDate, formatTime } from '../../format/dates.ts';
import type { PersonnelEndpoints } from '../../contracts/staff/personnel.ts';
import { DetailOf } from '../detail/detail-of.tsx';
import { DetailTabs } from '../detail/detail-tabs.tsx';
import { History } from '../detail/history.tsx';
import { DescriptionList } from '../parts/detail-drawer.tsx';
import { usePluginText } from '../platform.ts';
import { useDetail } from '../use-detail.ts';
import { AwayPreview } from './away-preview.tsx';
import { PERSONNEL_STATUS, usePersonnelColumns } from './personnel-fields.ts';
import type { PersonnelInfo } from './personnel-fields.ts';

interface Person {
  readonly endpoints: PersonnelEndpoints;
  readonly userNo: string;
}

/** One person for a glance: facts, shifts, what if they were away, and what was changed. */
export function PersonnelDetail({ endpoints, userNo, moreFacts }: Person & { readonly moreFacts?: ReactNode }) {
  return (
    <DetailOf endpoint={endpoints.detail} request={{ userNo }}>
      {(info) => (
        <DetailTabs
          label={info.realName}
          parameter="detail"
          tabs={[
            {
              name: 'facts',
              content: () => (
                <>
                  <Facts info={info} />
                  {moreFacts}
                </>
              ),
            },
            { name: 'away', content: () => <Away endpoints={endpoints} userNo={userNo} /> },
            { name: 'history', content: () => <Changes info={info} /> },
          ]}
        />
      )}
    </DetailOf>
  );
}

function Facts({ info }: { readonly info: PersonnelInfo }) {
  const t = usePluginText();
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

function Away({ endpoints, userNo }: Person) {
  const t = usePluginText();
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
  const t = usePluginText();
  return (
    <History
      entries={info.history}
      titleOf={({ action }) => t(`personnel.did.${action.split(':').at(-1) ?? ''}`)}
      wordOf={(code) => (STATUSES.has(code) ? t(`PERSONNEL_STATUS.${code}`) : code)}
    />
  );
}
