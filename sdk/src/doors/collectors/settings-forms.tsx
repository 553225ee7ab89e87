import { useText } from '@kituo/sdk';
import type { RequestOf } from '@kituo/sdk/contracts';
import { type Action, type Batch, BatchAction, fieldsOf, FormDrawer, useFormValues } from '@kituo/sdk/page';
import { COLLECTORS_TEXTS } from './collectors-texts.ts';
import {
  CASE_LEVEL,
  CASE_LEVELS,
  type ENDPOINTS,
  productOptions,
  type SettingsRow,
  type SettingsScope,
} from './settings-fields.ts';

export interface SettingsValues extends Record<string, unknown> {
  readonly caseLevels: string[];
  readonly productNos: string[];
  readonly billCap: number | null;
  readonly amountCapCents: number | null;
  readonly joinAutoAllot: boolean;
  readonly firstLoanWhitelist: boolean;
  readonly acceptsCapBelowOpen: boolean;
}
type Patch = Omit<RequestOf<typeof ENDPOINTS.BILL.update>, 'userNo' | 'version'>;
const { MultiSelect, Number: Count, Money, Switch } = fieldsOf<SettingsValues>();
const levels = { kind: 'dictionary', dictionary: CASE_LEVEL } as const;
const products = { ORDER: productOptions('ORDER'), BILL: productOptions('BILL') } as const;

export const settingsOf = (row: SettingsRow): SettingsValues => ({
  caseLevels: row.caseLevels.length === 0 ? [...CASE_LEVELS] : [...row.caseLevels],
  productNos: [...row.productNos],
  billCap: row.billCap,
  amountCapCents: row.amountCapCents,
  joinAutoAllot: row.joinAutoAllot,
  firstLoanWhitelist: row.firstLoanWhitelist,
  acceptsCapBelowOpen: false,
});

/** What of the form is sent: of a list of products that nobody named, nothing. */
export function toPatch(scope: SettingsScope, values: SettingsValues): Patch {
  const { joinAutoAllot, firstLoanWhitelist } = values;
  const caseLevels = CASE_LEVELS.filter((level) => values.caseLevels.includes(level));
  const common = { caseLevels, joinAutoAllot, firstLoanWhitelist };
  if (scope === 'ORDER') return common;
  const { productNos, billCap, amountCapCents, acceptsCapBelowOpen } = values;
  return { ...common, ...(productNos.length > 0 && { productNos }), billCap, amountCapCents, acceptsCapBelowOpen };
}

export function SettingsForm(props: {
  readonly scope: SettingsScope;
  readonly action: Action<SettingsRow, SettingsValues>;
}) {
  const { scope, action } = props;
  const t = useText(COLLECTORS_TEXTS);
  return (
    <FormDrawer action={action} defaults={settingsOf}>
      {(row) => (
        <>
          <MultiSelect name="caseLevels" source={levels} />
          {scope === 'BILL' && (
            <>
              <MultiSelect
                name="productNos"
                source={products[scope]}
                isOptional={row.productNos.length === 0}
                hint={t('collectors.productsHint')}
              />
              <Count name="billCap" isOptional hint={t('collectors.capHint', { open: row.openCases })} />
              <BelowOpen open={row.openCases} />
              <Money name="amountCapCents" isOptional />
            </>
          )}
          <Switch name="joinAutoAllot" />
          <Switch name="firstLoanWhitelist" />
          <p className="kp-muted">{t('collectors.stay')}</p>
        </>
      )}
    </FormDrawer>
  );
}

/** A cap below what somebody has open is agreed to first. */
function BelowOpen({ open }: { readonly open: number }) {
  const { billCap } = useFormValues();
  return typeof billCap === 'number' && billCap < open ? <Switch name="acceptsCapBelowOpen" /> : null;
}

export interface ManyValues extends Record<string, unknown> {
  readonly caseLevels: string[];
  readonly productNos: string[];
  readonly billCap: number | null;
  readonly amountCapCents: number | null;
}

/** What is left empty stays as it is with each of them. */
export function toManyPatch(scope: SettingsScope, values: ManyValues): Patch {
  const caseLevels = CASE_LEVELS.filter((level) => values.caseLevels.includes(level));
  return {
    ...(caseLevels.length > 0 && { caseLevels }),
    ...(scope === 'BILL' && values.productNos.length > 0 && { productNos: values.productNos }),
    ...(scope === 'BILL' && values.billCap !== null && { billCap: values.billCap }),
    ...(scope === 'BILL' && values.amountCapCents !== null && { amountCapCents: values.amountCapCents }),
  };
}

export function ManySettingsForm(props: {
  readonly scope: SettingsScope;
  readonly batch: Batch<ManyValues>;
  readonly nameOf: (userNo: string) => string | null;
}) {
  const { scope, batch, nameOf } = props;
  const t = useText(COLLECTORS_TEXTS);
  return (
    <BatchAction
      batch={batch}
      nameOf={nameOf}
      defaults={(): ManyValues => ({ caseLevels: [], productNos: [], billCap: null, amountCapCents: null })}
    >
      <p>{t('collectors.manyHint')}</p>
      <MultiSelect name="caseLevels" source={levels} isOptional />
      {scope === 'BILL' && (
        <>
          <MultiSelect name="productNos" source={products[scope]} isOptional />
          <Count name="billCap" isOptional />
          <Money name="amountCapCents" isOptional />
        </>
      )}
    </BatchAction>
  );
}
