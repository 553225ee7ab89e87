import { formatDate, useText } from '@kituo/sdk';
import { appUpdate, change } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
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
  useFormValues,
  useListPage,
  useRefreshOn,
  type CodesOf,
} from '@kituo/sdk/page';

type Row = appUpdate.ReleaseRow;

const APP_OS = defineDictionary<CodesOf<typeof appUpdate.appOs>>('APP_OS', { ANDROID: 'waiting', IOS: 'waiting' });
const APP_UPDATE_TYPE = defineDictionary<CodesOf<typeof appUpdate.updateType>>('APP_UPDATE_TYPE', {
  OPTIONAL: 'waiting',
  FORCED: 'failed',
  SILENT: 'waiting',
});
const APP_VERSION_STATUS = defineDictionary<CodesOf<typeof appUpdate.appVersionStatus>>('APP_VERSION_STATUS', {
  DRAFT: 'waiting',
  PUBLISHED: 'good',
  WITHDRAWN: 'attention',
});

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly os: Row['os'];
  readonly versionName: string;
  readonly versionCode: number | null;
  readonly updateType: Row['updateType'];
  readonly minSupportedVersionCode: number | null;
  readonly storeUrl: string;
  readonly releaseNotes: Readonly<Record<string, string>>;
  readonly rolloutPercent: number | null;
  readonly package: { readonly attachId: string; readonly fileName: string } | null;
}
interface Wider extends Record<string, unknown> {
  readonly rolloutPercent: number | null;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const fields = fieldsOf<Values>();
const wider = fieldsOf<Wider>();

const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  os: oneOf(APP_OS),
  appVersionStatus: oneOf(APP_VERSION_STATUS),
  versionName: containing({ example: '2.14.0' }),
  updateType: oneOf(APP_UPDATE_TYPE),
  publishedAt: dateRange(),
});
const sizeText = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

const columns = defineColumns<Row>([
  text('merchantName', { width: 160 }),
  status('os', APP_OS, { width: 100 }),
  text('versionName', { width: 100 }),
  count('versionCode', { sortable: true, width: 120 }),
  status('updateType', APP_UPDATE_TYPE, { width: 110 }),
  count('rolloutPercent', { width: 100, as: (percent) => `${percent}%` }),
  count('adoptionPercent', { width: 100, as: (percent) => `${percent}%` }),
  count('minSupportedVersionCode', { width: 160 }),
  several('package', ({ package: held }) => (held === null ? [] : [`${sizeText(held.sizeBytes)} · MD5 ${held.md5}`]), {
    width: 340,
  }),
  time('publishedAt', { sortable: true }),
  text('publishedByName', { width: 150 }),
  status('appVersionStatus', APP_VERSION_STATUS, { width: 120 }),
  text('withdrawReason', { width: 180 }),
  text('storeUrl', { width: 240 }),
  number('releaseNo', { width: 130 }),
]);
const nameOf = ({ merchantName, versionName }: Row) => `${merchantName} ${versionName}`;
const valuesOf = (row: Row | null): Values => ({
  merchantNo: row?.merchantNo ?? null,
  os: row?.os ?? 'ANDROID',
  versionName: row?.versionName ?? '',
  versionCode: row?.versionCode ?? null,
  updateType: row?.updateType ?? 'OPTIONAL',
  minSupportedVersionCode: row?.minSupportedVersionCode ?? null,
  storeUrl: row === null ? 'https://' : (row.storeUrl ?? ''),
  releaseNotes: row?.releaseNotes ?? {},
  rolloutPercent: row?.rolloutPercent ?? 100,
  package: row?.package ? { attachId: row.package.attachId, fileName: row.package.fileName } : null,
});

/** Releases of the customers' apps, and who must update. */
export function ReleaseList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: appUpdate.page,
    idOf: (row) => row.releaseNo,
    columns,
    filters,
    defaultSort: '-versionCode',
    file: { endpoint: appUpdate.exportList, jobKind: 'appReleases.export' },
  });
  const list = { refresh: screen.list.refresh };
  useRefreshOn('change', list.refresh);
  const facts = (row: Row | null) => ({ name: row === null ? '' : nameOf(row) });
  const request = (row: Row | null, values: Values) => ({
    ...values,
    merchantNo: values.merchantNo ?? '',
    // Of what was attached before the system was changed nothing is kept.
    package: values.os === 'ANDROID' ? values.package : null,
    storeUrl: ['', 'https://'].includes(values.storeUrl.trim()) ? null : values.storeUrl,
    versionCode: values.versionCode ?? Number.NaN,
    minSupportedVersionCode: values.minSupportedVersionCode ?? Number.NaN,
    rolloutPercent: values.rolloutPercent ?? Number.NaN,
    ...(row && { releaseNo: row.releaseNo, version: row.version }),
  });
  const add = useAction({ name: 'releaseAdd', endpoint: appUpdate.save, request, list });
  const edit = useAction({ name: 'releaseEdit', endpoint: appUpdate.save, request, list, facts });
  const reasoned = ({ releaseNo, version }: Row, { reason }: Reason) => ({ releaseNo, version, reason });
  const publish = useAction({
    name: 'releasePublish',
    endpoint: appUpdate.publish,
    request: reasoned,
    list,
    waitsIn: change.changeFamilies.appUpdate,
    facts,
  });
  const withdraw = useAction({
    name: 'releaseWithdraw',
    endpoint: appUpdate.withdraw,
    request: reasoned,
    list,
    facts,
    isDangerous: true,
  });
  const rollout = useAction({
    name: 'releaseRollout',
    endpoint: appUpdate.rollout,
    request: ({ releaseNo, version }: Row, { rolloutPercent }: Wider) => ({
      releaseNo,
      version,
      rolloutPercent: rolloutPercent ?? Number.NaN,
    }),
    list,
    facts,
  });
  const offered = publish.opened?.subject;
  return (
    <ListScreen
      of={screen}
      title={t('app.title')}
      nameOf={nameOf}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(publish, 'publish'),
        onRow<Row, Row | null>(edit, 'save', (row) => row),
        allowedAs(rollout, 'rollout'),
        allowedAs(withdraw, 'withdraw'),
      ]}
      detail={(row) => <ReleaseDetail row={row} />}
    >
      <FormDrawer action={add} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={edit} defaults={valuesOf}>
        <Fields />
      </FormDrawer>
      <AskReason action={publish}>
        {offered && (
          <p>
            {offered.updateType === 'FORCED'
              ? t('app.forcedText', { code: offered.versionCode, installs: offered.stoppedInstalls })
              : t('app.offerText', { percent: offered.rolloutPercent })}
          </p>
        )}
        {offered?.updateType === 'FORCED' && (
          <DetailOf endpoint={appUpdate.detail} request={{ releaseNo: offered.releaseNo }}>
            {({ dueOnOlder }) => (dueOnOlder === 0 ? null : <p role="alert">{t('app.due', { count: dueOnOlder })}</p>)}
          </DetailOf>
        )}
      </AskReason>
      <FormDialog action={rollout} defaults={(row): Wider => ({ rolloutPercent: row.rolloutPercent })}>
        <wider.Number name="rolloutPercent" unit="%" />
      </FormDialog>
      <AskReason action={withdraw}>
        <p>{withdraw.textOf('effect')}</p>
      </AskReason>
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  return (
    <>
      <fields.Select name="merchantNo" options={merchantOptions} />
      <fields.Segmented name="os" options={APP_OS} />
      <fields.Text name="versionName" maxLength={14} hint={t('app.nameHint')} />
      <fields.Number name="versionCode" />
      <fields.Segmented name="updateType" options={APP_UPDATE_TYPE} />
      <fields.Number name="minSupportedVersionCode" hint={t('app.minHint')} />
      <fields.Text name="storeUrl" isOptional maxLength={300} hint={t('app.storeHint')} />
      <Package />
      <fields.Languages name="releaseNotes" maxLength={500} rows={3} />
      <fields.Number name="rolloutPercent" unit="%" />
    </>
  );
}

/** For phones without a store: kept with the merchant, chosen once the merchant is. */
function Package() {
  const t = useText();
  const { merchantNo, os } = useFormValues();
  if (typeof merchantNo !== 'string' || os !== 'ANDROID') return null;
  return (
    <fields.File
      name="package"
      subjectType="appRelease"
      subjectNo={merchantNo}
      rule={{ extensions: ['apk'], maxMb: appUpdate.MAX_PACKAGE_MB }}
      isOptional
      hint={t('app.packageHint')}
    />
  );
}

function ReleaseDetail({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <h3 className="kp-section-title">{t('app.notes')}</h3>
      {Object.entries(row.releaseNotes).map(([language, note]) => (
        <p key={language} lang={language}>
          {note}
        </p>
      ))}
      <DetailOf endpoint={appUpdate.detail} request={{ releaseNo: row.releaseNo }}>
        {({ adoption, history }) => (
          <>
            {adoption.length > 0 && <h3 className="kp-section-title">{t('app.adoption')}</h3>}
            <ul className="kp-facts">
              {adoption.map(({ bizDate, installs, adopted }) => (
                <li key={bizDate}>
                  {formatDate(bizDate)} · {t('app.adopted', { count: adopted, installs })}{' '}
                  <meter
                    min={0}
                    max={Math.max(installs, 1)}
                    value={adopted}
                    aria-label={t('app.adopted', { count: adopted, installs })}
                  />
                </li>
              ))}
            </ul>
            <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )}
      </DetailOf>
    </>
  );
}
