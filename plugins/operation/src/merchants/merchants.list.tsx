import { useText } from '@kituo/sdk';
import { orgMerchant } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  FormDrawer,
  History,
  ListScreen,
  onPage,
  PlusIcon,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { LimitReplay } from './limit-replay.tsx';
import { linesOf, merchantColumns, merchantFilters, orgOptions, type MerchantRow } from './merchant-fields.ts';
import { MerchantRisk, OrganizationTree } from './merchant-risk.tsx';
import {
  useMerchantActions,
  type CopyValues,
  type LimitValues,
  type MerchantValues,
  type RiskValues,
} from './use-merchant-actions.ts';

const { Select, Switch, Text } = fieldsOf<MerchantValues>();
const limitFields = fieldsOf<LimitValues>();
const riskFields = fieldsOf<RiskValues>();

const valuesOf = (row: MerchantRow | null): MerchantValues => ({
  merchantNo: row?.merchantNo ?? '',
  merchantName: row?.merchantName ?? '',
  orgNo: row?.orgNo ?? null,
  companyCode: row?.companyCode ?? '14',
  companyName: row?.companyName ?? '',
  isSandbox: row?.isSandbox ?? false,
});

/** Merchants with their organisations, and the traffic that each admits. */
export function MerchantList() {
  const t = useText();
  const screen = useListPage<MerchantRow>({
    load: orgMerchant.page,
    idOf: (row) => row.merchantNo,
    columns: merchantColumns,
    filters: merchantFilters,
    defaultSort: 'merchantNo',
    file: { endpoint: orgMerchant.exportList, jobKind: 'orgMerchants.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const actions = useMerchantActions(screen.list);
  const closing = actions.disable.subject;
  return (
    <ListScreen
      of={screen}
      title={t('merchant.title')}
      nameOf={(row) => row.merchantName}
      pageActions={[onPage(actions.add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(actions.enable, 'enable'),
        allowedAs(actions.limits, 'trafficLimit'),
        allowedAs(actions.risk, 'riskConfig'),
        allowedAs(actions.update, 'update'),
        allowedAs(actions.copy, 'copy'),
        allowedAs(actions.disable, 'disable'),
      ]}
      emptyText={t('merchant.none')}
      detail={({ merchantNo }) => <MerchantDetail merchantNo={merchantNo} />}
    >
      <FormDrawer action={actions.add} defaults={() => valuesOf(null)}>
        <Text name="merchantNo" label={t('field.merchantNumber')} maxLength={16} hint={t('merchant.numberHint')} />
        <Fields />
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={valuesOf}>
        <Fields />
        <Switch name="isSandbox" hint={t('merchant.sandboxHint')} />
      </FormDrawer>
      <FormDialog action={actions.copy} defaults={(): CopyValues => ({ merchantNo: '', merchantName: '' })}>
        <p>{t('merchant.copyText')}</p>
        <Text name="merchantNo" label={t('field.merchantNumber')} maxLength={16} hint={t('merchant.numberHint')} />
        <Text name="merchantName" maxLength={64} />
      </FormDialog>
      <FormDialog
        action={actions.limits}
        defaults={(row): LimitValues => ({ trafficLimits: linesOf(row.trafficLimits).join('\n'), reason: '' })}
      >
        {({ merchantNo }) => (
          <>
            <limitFields.Text name="trafficLimits" isOptional isLong maxLength={400} hint={t('merchant.limitHint')} />
            <LimitReplay merchantNo={merchantNo} />
            <limitFields.Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <FormDialog
        action={actions.risk}
        defaults={({ takesDefaultRules }): RiskValues => ({ takesDefaultRules, reason: '' })}
      >
        {({ merchantNo }) => (
          <>
            <DetailOf endpoint={orgMerchant.info} request={{ merchantNo }}>
              {({ row, risk }) => <MerchantRisk row={row} risk={risk} />}
            </DetailOf>
            <riskFields.Switch name="takesDefaultRules" hint={t('merchant.defaultRulesHint')} />
            <riskFields.Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
      <AskReason action={actions.enable}>
        <p>{t('merchant.enableText')}</p>
      </AskReason>
      <AskReason action={actions.disable}>
        {closing && <p>{t('merchant.disableText', { count: closing.liveOrders })}</p>}
      </AskReason>
    </ListScreen>
  );
}

function Fields() {
  return (
    <>
      <Text name="merchantName" maxLength={64} />
      <Select name="orgNo" options={orgOptions} />
      <Text name="companyCode" maxLength={6} />
      <Text name="companyName" maxLength={64} />
    </>
  );
}

/** A merchant: what it sells, who came today, what decides, its organisation, its history. */
function MerchantDetail({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={orgMerchant.info} request={{ merchantNo }}>
      {({ row, products, tree, risk, admissions, history }) => (
        <>
          <DescriptionList of={row} columns={merchantColumns} />
          <h3 className="kp-section-title">{t('merchant.today')}</h3>
          {admissions.length === 0 && <p className="kp-muted">{t('merchant.nobody')}</p>}
          <ul className="kp-facts">
            {admissions.map(({ settledOrderCount, registered, applied }) => (
              <li key={settledOrderCount}>{t('merchant.came', { settled: settledOrderCount, registered, applied })}</li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('merchant.products')}</h3>
          {products.length === 0 && <p className="kp-muted">{t('merchant.noProducts')}</p>}
          <ul className="kp-facts">
            {products.map(({ productNo, productName, isEnabled }) => (
              <li key={productNo}>
                {productName} · {productNo} · {t(isEnabled ? 'PRODUCT_STATUS.ENABLED' : 'PRODUCT_STATUS.DISABLED')}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('merchant.risk')}</h3>
          <MerchantRisk row={row} risk={risk} />
          <h3 className="kp-section-title">{t('merchant.tree')}</h3>
          <OrganizationTree tree={tree} />
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History
            entries={history}
            titleOf={({ action }) => t(`history.${action}`)}
            textOf={({ reason }) => reason ?? undefined}
          />
        </>
      )}
    </DetailOf>
  );
}
