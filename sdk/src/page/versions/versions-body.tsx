import './versions.css';
import * as config from '../../contracts/platform/config.contract.ts';
import type { ConfigVersion } from '../../contracts/platform/config.contract.ts';
import { Answered } from '../detail/answered.tsx';
import { DetailActions } from '../detail/detail-actions.tsx';
import { DecisionDialogs } from '../decide/decision-dialogs.tsx';
import { count, day, defineColumns, status, text, time } from '../list/columns.ts';
import { defineFilters, oneOf, yesNo } from '../list/filters.ts';
import { useList } from '../list/use-list.ts';
import { useOpened } from '../list/use-opened.ts';
import { useRefreshOn } from '../list/use-refresh-on.ts';
import { Ask } from '../parts/ask.tsx';
import { DescriptionList } from '../parts/detail-drawer.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { SideDrawer } from '../parts/side-drawer.tsx';
import { useKitText } from '../platform.ts';
import { DataTable } from '../table/data-table.tsx';
import { useLayout } from '../table/use-layout.ts';
import { useDetail } from '../use-detail.ts';
import { CONFIG_VERSION_STATUS } from '../words.ts';
import { InForce } from './in-force.tsx';
import type { ConfigKey } from './in-force.tsx';
import { useVersions } from './use-versions.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionForm } from './version-form.tsx';
import type { VersionedFamily } from './versioned-family.ts';
import type { VersionedListProps } from './versioned-list-props.ts';

const columns = defineColumns<ConfigVersion>([
  text('title', { width: 260 }),
  status('versionStatus', CONFIG_VERSION_STATUS, { width: 124 }),
  day('effectiveFrom'),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  text('reason', { width: 220 }),
  time('updatedAt', { sortable: true, width: 170 }),
  count('versionNo', { width: 100 }),
  text('decisionReason', { width: 220 }),
]);
const filters = defineFilters({ versionStatus: oneOf(CONFIG_VERSION_STATUS), isDecidable: yesNo() });

/** The keys that the caller may see, each with its family. */
export function VersionsBody(props: VersionedListProps) {
  const keys = useDetail(config.keys, {});
  const { families } = props;
  return (
    <Answered detail={keys}>
      {(known) => (
        <Versions
          title={props.title}
          onChanged={keys.refresh}
          families={known.flatMap((key) => {
            const family =
              typeof families === 'function'
                ? families(key.configKey)
                : families.find(({ configKey }) => configKey === key.configKey);
            return family === undefined ? [] : [{ family, known: key }];
          })}
        />
      )}
    </Answered>
  );
}

function Versions(props: {
  readonly title: string;
  readonly families: readonly { readonly family: VersionedFamily; readonly known: ConfigKey }[];
  readonly onChanged: () => void;
}) {
  const { title, families } = props;
  const kit = useKitText();
  const [first] = families;
  const subjectNo = first?.family.subjectNo;
  const list = useList<ConfigVersion>({
    load: config.page,
    idOf: (row) => row.versionId,
    columns,
    filters,
    defaultSort: '-updatedAt',
    always: {
      configKeys: families.map(({ family }) => family.configKey),
      ...(subjectNo !== undefined && { subjectNo }),
    },
  });
  const layout = useLayout(`config.page.${first?.family.configKey ?? ''}`, columns);
  const opened = useOpened(list);
  const refresh = (): void => {
    list.refresh();
    props.onChanged();
  };
  const familyOf = ({ configKey }: ConfigVersion) =>
    families.find(({ family }) => family.configKey === configKey)?.family;
  const versions = useVersions({ refresh }, familyOf);
  useRefreshOn('change', refresh);
  const difference = (row: ConfigVersion) => {
    const family = familyOf(row);
    return family && <VersionDiff row={row} family={family} />;
  };
  const { row } = opened;
  return (
    <ListPage list={list} title={title}>
      <InForce families={families} onChange={versions.save.open} />
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={kit('versions.list')}
        emptyText={kit('versions.none')}
        nameOf={versions.decisions.nameOf}
        rowActions={versions.rowActions}
        onOpen={opened.open}
      />
      <SideDrawer isOpen={row !== null} title={row?.title ?? title} closesEasily onClose={opened.close}>
        <div className="kp-drawer-body">
          {row !== null && (
            <>
              {difference(row)}
              <DescriptionList of={row} columns={columns} />
              {row.versionStatus === 'PENDING' && row.allowedActions.length === 0 && (
                <p className="kp-muted">{kit('decide.notYours')}</p>
              )}
            </>
          )}
        </div>
        <div className="kp-foot">
          <DetailActions
            row={row}
            current={row}
            actions={versions.rowActions}
            primary="review"
            onClose={opened.close}
          />
        </div>
      </SideDrawer>
      <VersionForm action={versions.save} families={families.map(({ family }) => family)} />
      <Ask action={versions.submit} />
      <Ask action={versions.copy} />
      <DecisionDialogs decisions={versions.decisions}>{difference}</DecisionDialogs>
    </ListPage>
  );
}
