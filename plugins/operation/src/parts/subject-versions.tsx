import { formatDate, useText } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import {
  Answered,
  Ask,
  CONFIG_VERSION_STATUS,
  DecisionDialogs,
  DetailActions,
  Diff,
  Status,
  useDetail,
  type VersionedFamily,
} from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type { Version, VersionActions } from './use-version-actions.ts';

const valuesOf = (family: VersionedFamily, { value }: Version) =>
  family.valuesOf?.(value) ?? (typeof value === 'object' && value !== null ? { ...value } : {});

/** The versions of one thing, each beside the one before it, with what can be done with it. */
export function SubjectVersions(props: {
  readonly family: VersionedFamily;
  readonly subjectNo: string;
  readonly actions: VersionActions;
  /** What a value comes to, for whoever decides: beside what the value in force comes to. */
  readonly example?: (value: unknown) => ReactNode;
}) {
  const { family, subjectNo, actions, example } = props;
  const t = useText();
  const found = useDetail(config.page, {
    filters: { configKey: family.configKey, ...(subjectNo !== '' && { subjectNo }) },
    page: 1,
    pageSize: 20,
    sort: { field: 'versionNo', direction: 'desc' },
  });
  return (
    <Answered detail={found}>
      {({ rows }) => {
        if (rows.length === 0) return <p className="kp-muted">{t('version.none')}</p>;
        return (
          <>
            {rows.map((row) => (
              <section key={row.versionId} aria-label={t('version.no', { no: row.versionNo })}>
                <h4>
                  {t('version.no', { no: row.versionNo })}{' '}
                  <Status of={CONFIG_VERSION_STATUS} code={row.versionStatus} />
                </h4>
                <p className="kp-muted">
                  {t('version.from', { day: formatDate(row.effectiveFrom) })} ·{' '}
                  {[row.makerName, row.checkerName, row.reason, row.decisionReason].filter(Boolean).join(' · ')}
                </p>
                <Difference family={family} row={row} rows={rows} />
                <DetailActions
                  row={row}
                  current={row}
                  actions={actions.rowActions}
                  primary="review"
                  onClose={() => undefined}
                />
              </section>
            ))}
            <Ask action={actions.copy} />
            <DecisionDialogs decisions={actions.decisions}>
              {(row) => (
                <>
                  <Difference family={family} row={row} rows={rows} />
                  {example && <Examples row={row} rows={rows} example={example} />}
                </>
              )}
            </DecisionDialogs>
          </>
        );
      }}
    </Answered>
  );
}

/** What applied before a version. */
const earlierOf = (row: Version, rows: readonly Version[]): Version | undefined =>
  rows.find(
    ({ versionNo, versionStatus }) =>
      versionNo < row.versionNo && (versionStatus === 'IN_FORCE' || versionStatus === 'SUPERSEDED'),
  );

function Examples(props: {
  readonly row: Version;
  readonly rows: readonly Version[];
  readonly example: (value: unknown) => ReactNode;
}) {
  const { row, rows, example } = props;
  const t = useText();
  const earlier = earlierOf(row, rows);
  return (
    <div className="kp-pair">
      {[...(earlier ? [earlier] : []), row].map((version) => (
        <div key={version.versionId}>
          <h4>{t('version.no', { no: version.versionNo })}</h4>
          {example(version.value)}
        </div>
      ))}
    </div>
  );
}

function Difference(props: {
  readonly family: VersionedFamily;
  readonly row: Version;
  readonly rows: readonly Version[];
}) {
  const { family, row, rows } = props;
  const earlier = earlierOf(row, rows);
  return (
    <Diff
      before={earlier === undefined ? null : valuesOf(family, earlier)}
      after={valuesOf(family, row)}
      order={family.fields}
      {...(family.draw && { draw: family.draw })}
    />
  );
}
