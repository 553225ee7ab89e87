import { formatDateTime, formatMoney, Link, Money, useText } from '@kituo/sdk';
import { loanLimit } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DescriptionList,
  DetailOf,
  DetailTabs,
  ListScreen,
  onRow,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { limitColumnsIn, limitFilters, type LimitRow } from '../limits/limit-fields.ts';
import { FundsHint, limitFamily } from '../limits/limit-family.tsx';
import { LimitScale, useLimitScale } from '../limits/limit-scale.tsx';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

/** How much each merchant lends, per loan and per day. */
export function MerchantLoanAmountManagementPage() {
  const t = useText();
  const columns = useMemo(() => limitColumnsIn(t), [t]);
  const family = useMemo(() => limitFamily(t), [t]);
  const screen = useListPage<LimitRow>({
    load: loanLimit.page,
    idOf: (row) => row.subjectNo,
    columns,
    filters: limitFilters,
    defaultSort: 'merchantName',
    file: { endpoint: loanLimit.exportList, jobKind: 'loanLimits.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const nameOf = ({ merchantName, loanType }: LimitRow) => `${merchantName}, ${t(`LOAN_TYPE.${loanType}`)}`;
  const known = (subjectNo: string) => list.rows.find((row) => row.subjectNo === subjectNo);
  const versions = useVersionActions(family, list.refresh, ({ subjectNo, versionNo }) => {
    const row = known(subjectNo);
    return t('version.named', { name: row ? nameOf(row) : subjectNo, no: versionNo });
  });
  const shared = {
    request: ({ merchantNo, loanType }: LimitRow, { reason }: Reason) => ({ merchantNo, loanType, reason }),
    list: { refresh: list.refresh },
  };
  const pause = useAction({
    ...shared,
    name: 'limitPause',
    endpoint: loanLimit.pause,
    facts: (row: LimitRow) => ({ name: nameOf(row), count: row.waitingOrders }),
    isDangerous: true,
  });
  const resume = useAction({
    ...shared,
    name: 'limitResume',
    endpoint: loanLimit.resume,
    facts: (row: LimitRow) => ({ name: nameOf(row), count: row.readyOrders }),
  });
  const scale = useLimitScale(list);
  const edit = onRow(versions.draft, 'save', (row: LimitRow): DraftStart => ({
    subjectNo: row.subjectNo,
    name: nameOf(row),
    value: row.limit,
  }));
  const edited = versions.draft.subject && known(versions.draft.subject.subjectNo);
  return (
    <ListScreen
      of={screen}
      title={t('limit.title')}
      nameOf={nameOf}
      batches={[scale]}
      rowActions={[
        { ...edit, isAllowed: (row) => edit.isAllowed(row) && !isOpen(row) },
        allowedAs(resume, 'resume'),
        allowedAs(pause, 'pause'),
      ]}
      detail={(row) => (
        <DetailTabs
          key={row.subjectNo}
          label={nameOf(row)}
          parameter="detail"
          tabs={[
            { name: 'limit', content: () => <DescriptionList of={row} columns={columns} /> },
            { name: 'held', content: () => <HeldOrders row={row} /> },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: row.subjectNo },
              content: () => <SubjectVersions family={family} subjectNo={row.subjectNo} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <VersionDraftForm family={family} actions={versions}>
        {edited && <FundsHint fundsCents={edited.fundsCents} otherDailyCents={edited.otherDailyCents} />}
        {edited && edited.usedTodayCents > 0 && (
          <p className="kp-muted">{t('limit.below', { used: formatMoney(edited.usedTodayCents) })}</p>
        )}
      </VersionDraftForm>
      <LimitScale
        batch={scale}
        nameOf={(subjectNo) => {
          const row = known(subjectNo);
          return row ? nameOf(row) : null;
        }}
      />
      <AskReason action={pause}>
        <p>{pause.textOf('effect')}</p>
      </AskReason>
      <AskReason action={resume}>
        <p>{resume.textOf('effect')}</p>
      </AskReason>
    </ListScreen>
  );
}

/** A draft or what awaits approval is gone on with in its versions: one open version a limit. */
const isOpen = ({ openVersion }: LimitRow) =>
  openVersion !== null && (openVersion.versionStatus === 'DRAFT' || openVersion.versionStatus === 'PENDING');

/** Orders that wait until 00:00 EAT, a raise or the end of a pause. */
function HeldOrders({ row }: { readonly row: LimitRow }) {
  const t = useText();
  return (
    <DetailOf endpoint={loanLimit.usage} request={{ merchantNo: row.merchantNo, loanType: row.loanType }}>
      {(days) => {
        const held = days.flatMap(({ heldOrders }) => heldOrders);
        if (held.length === 0) return <p className="kp-muted">{t('limit.noneHeld')}</p>;
        return (
          <ul className="kp-facts">
            {held.map(({ orderNo, approvedAmountCents, auditTime }) => (
              <li key={orderNo}>
                <Link
                  to={`/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${orderNo}&source=MerchantLoanAmountManagement`}
                >
                  {orderNo}
                </Link>{' '}
                · <Money cents={approvedAmountCents} /> · {formatDateTime(auditTime)}
              </li>
            ))}
          </ul>
        );
      }}
    </DetailOf>
  );
}
