import { eatDay, useText } from '@kituo/sdk';
import { coupon } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  decision,
  DecisionDialogs,
  DescriptionList,
  DetailTabs,
  fieldsOf,
  FormDrawer,
  ImportDialog,
  ListScreen,
  merchantOptions,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useDecisions,
  useImport,
  useListPage,
  useRefreshOn,
  type RowAction,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { phonesOf } from '../credits/phones-of.ts';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { GenerateForm, useGenerate } from './generate.form.tsx';
import { COUPON_TYPE, templateColumnsIn, templateFilters, type TemplateRow } from './coupon-fields.ts';
import {
  CouponTermsFields,
  couponTermsFamily,
  noTerms,
  termsOf,
  termsOfRow,
  type TermValues,
} from './terms-family.tsx';

interface Values extends TermValues {
  readonly merchantNo: string | null;
  readonly couponType: TemplateRow['couponType'];
}
interface GrantValues extends Record<string, unknown> {
  readonly phones: string;
  readonly effectiveOn: string;
  readonly reason: string;
}
const { Select } = fieldsOf<Values>();
const { Text: GrantText, Date: Day } = fieldsOf<GrantValues>();

const subjectOf = ({ merchantNo, couponTemplateNo }: TemplateRow) => `${merchantNo}_${couponTemplateNo}`;

/** A template with what a decision's dialog shows of any request. */
const decidable = (row: TemplateRow) => ({ ...row, reason: null });

/** What coupons are granted of; another person agrees to each. */
export function TemplateList() {
  const t = useText();
  const columns = useMemo(() => templateColumnsIn(t), [t]);
  const screen = useListPage<TemplateRow>({
    load: coupon.templatePage,
    idOf: (row) => row.couponTemplateNo,
    columns,
    filters: templateFilters,
    defaultSort: '-createdAt',
    file: { endpoint: coupon.templateExport, jobKind: 'couponTemplates.export' },
  });
  const list = { refresh: screen.list.refresh };
  useRefreshOn('change', screen.list.refresh);
  const family = useMemo(() => couponTermsFamily(t), [t]);
  const known = (subjectNo: string) => screen.list.rows.find((row) => subjectOf(row) === subjectNo);
  const versions = useVersionActions(family, screen.list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: known(subjectNo)?.couponContent ?? subjectNo, no: versionNo }),
  );
  const facts = (row: TemplateRow) => ({ name: row.couponContent });
  const one = ({ couponTemplateNo }: TemplateRow) => ({ couponTemplateNo });
  const add = useAction({
    name: 'templateAdd',
    endpoint: coupon.templateSave,
    request: (_none: null, values: Values) => {
      const { merchantNo, couponType } = values;
      const { discountBps, ...said } = termsOf(values);
      return {
        ...said,
        merchantNo: merchantNo ?? '',
        couponType,
        // Of what was typed before the type was changed nothing is kept.
        discountBps: couponType === 'INCREASE_LOAN_LIMIT' ? null : discountBps,
      };
    },
    list,
  });
  const enable = useAction({ name: 'templateEnable', endpoint: coupon.templateEnable, request: one, list, facts });
  const disable = useAction({
    name: 'templateDisable',
    endpoint: coupon.templateDisable,
    request: one,
    list,
    facts,
    isDangerous: true,
  });
  const grant = useAction({
    name: 'couponGrant',
    endpoint: coupon.couponGrant,
    request: ({ couponTemplateNo }: TemplateRow, { phones, effectiveOn, reason }: GrantValues) => ({
      couponTemplateNo,
      phones: phonesOf(phones),
      effectiveOn,
      reason,
    }),
    list,
    facts,
  });
  const importer = useImport({
    name: 'grantImport',
    kind: 'coupon.import',
    code: 'operation:coupon:grant',
    list,
  });
  const generate = useGenerate();
  const audited = (isApproved: boolean) => (row: TemplateRow, reason: string | undefined) => ({
    ...one(row),
    isApproved,
    ...(reason !== undefined && { reason }),
  });
  const decisions = useDecisions<ReturnType<typeof decidable>>({
    list,
    nameOf: (row) => row.couponContent,
    approve: decision(coupon.templateAudit, audited(true)),
    reject: decision(coupon.templateAudit, audited(false)),
  });
  const reviews: RowAction<TemplateRow>[] = decisions.rowActions.map((action) => ({
    ...action,
    isAllowed: (row) => action.isAllowed(decidable(row)),
    open: (row) => {
      action.open(decidable(row));
    },
  }));
  return (
    <ListScreen
      of={screen}
      title={t('coupon.templates')}
      nameOf={(row) => row.couponContent}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), importer.action]}
      rowActions={[
        ...reviews,
        onRow(versions.draft, 'update', (row: TemplateRow): DraftStart => ({
          subjectNo: subjectOf(row),
          name: row.couponContent,
          value: termsOfRow(row),
        })),
        allowedAs(grant, 'grant'),
        allowedAs(generate, 'generate'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={(row) => (
        <DetailTabs
          key={row.couponTemplateNo}
          label={row.couponContent}
          parameter="detail"
          tabs={[
            { name: 'terms', content: () => <DescriptionList of={row} columns={columns} /> },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: subjectOf(row) },
              content: () => <SubjectVersions family={family} subjectNo={subjectOf(row)} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <FormDrawer
        action={add}
        defaults={(): Values => ({
          ...noTerms,
          merchantNo: null,
          couponType: 'DISCOUNT',
        })}
      >
        <Select name="merchantNo" options={merchantOptions} />
        <Select name="couponType" options={COUPON_TYPE} />
        <CouponTermsFields />
      </FormDrawer>
      <VersionDraftForm family={family} actions={versions} />
      <FormDrawer action={grant} defaults={(): GrantValues => ({ phones: '', effectiveOn: eatDay(), reason: '' })}>
        <GrantText name="phones" isLong hint={t('credit.phonesHint')} />
        <Day name="effectiveOn" min={eatDay()} />
        <GrantText name="reason" isLong maxLength={200} />
      </FormDrawer>
      <ImportDialog importer={importer} />
      <GenerateForm action={generate} />
      <Ask action={enable} />
      <Ask action={disable} />
      <DecisionDialogs decisions={decisions}>{(row) => <DescriptionList of={row} columns={columns} />}</DecisionDialogs>
    </ListScreen>
  );
}
