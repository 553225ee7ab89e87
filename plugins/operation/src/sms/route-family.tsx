import { formatMoney, useText } from '@kituo/sdk';
import { smsAccount, smsRoutes } from '@kituo/sdk/contracts';
import { fieldsOf, remoteOptions, type VersionedFamily } from '@kituo/sdk/page';

/** Accounts that a route of the form has room for, the preferred first. */
const PLACES = [1, 2, 3] as const;
type Place = (typeof PLACES)[number];
type Placed = `${'accountCode' | 'weight'}${Place}`;
const SHARED = [
  'isEnabled',
  ...PLACES.flatMap((place) => [`accountCode${place}`, `weight${place}`] as const),
  'failoverAccountCode',
  'failoverAfterSeconds',
  'dailyCap',
] as const;
const OF_MARKETING = [
  'windowStart',
  'windowEnd',
  'perPhonePerDay',
  'perPhonePerWeek',
  'dailyBudgetCents',
  'optOutText',
] as const;
type Field = Exclude<(typeof SHARED)[number], Placed> | (typeof OF_MARKETING)[number] | Placed;
type Values = Readonly<Record<string, unknown>>;
const { Money, Number: Count, Select, Switch, Text, TimeOfDay } = fieldsOf<Record<Field, unknown>>();

const optionsOf = (isMarketing: boolean) =>
  remoteOptions(smsAccount.options, (all) =>
    all
      .filter(({ servesVerification }) => !(isMarketing && servesVerification))
      .map(({ accountCode, senderId }) => ({ value: accountCode, label: `${accountCode} (${senderId})` })),
  );
const everyAccount = optionsOf(false);
const marketingAccounts = optionsOf(true);

const placed = (held: smsRoutes.SmsRouteValue | undefined, place: Place) => ({
  [`accountCode${place}`]: held?.accounts[place - 1]?.accountCode ?? null,
  [`weight${place}`]: held?.accounts[place - 1]?.weight ?? (place === 1 && held === undefined ? 100 : null),
});

const sharedValues = (held: smsRoutes.SmsRouteValue | undefined): Record<string, unknown> => ({
  isEnabled: held?.isEnabled ?? true,
  ...Object.assign({}, ...PLACES.map((place) => placed(held, place))),
  failoverAccountCode: held?.failoverAccountCode ?? null,
  failoverAfterSeconds: held?.failoverAfterSeconds ?? 30,
  // Typed as text: a field of whole numbers takes no minus.
  dailyCap: String(held?.dailyCap ?? -1),
});

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

const sharedValue = (values: Values) => ({
  isEnabled: values['isEnabled'],
  accounts: PLACES.flatMap((place) => {
    const accountCode = values[`accountCode${place}`];
    return isGiven(accountCode) ? [{ accountCode, weight: values[`weight${place}`] ?? 0 }] : [];
  }),
  failoverAccountCode: isGiven(values['failoverAccountCode']) ? values['failoverAccountCode'] : null,
  failoverAfterSeconds: values['failoverAfterSeconds'],
  dailyCap: Number(values['dailyCap']),
});

/** By which accounts texts of a kind leave, a version each. */
export const smsRouteFamily: VersionedFamily = {
  configKey: smsRoutes.SMS_ROUTE_KEY,
  fields: SHARED,
  form: () => <Shared isMarketing={false} />,
  valuesOf: (value) => sharedValues(smsRoutes.smsRouteValue.safeParse(value).data),
  valueOf: sharedValue,
};

/** The same of marketing texts, with their hours, caps and budget. */
export const marketingRouteFamily: VersionedFamily = {
  configKey: smsRoutes.MARKETING_SMS_ROUTE_KEY,
  fields: [...SHARED, ...OF_MARKETING],
  form: () => <Marketing />,
  valuesOf: (value) => {
    const held = smsRoutes.marketingRouteValue.safeParse(value).data;
    return {
      ...sharedValues(held),
      windowStart: held?.windowStart ?? '08:00',
      windowEnd: held?.windowEnd ?? '19:00',
      perPhonePerDay: held?.perPhonePerDay ?? 1,
      perPhonePerWeek: held?.perPhonePerWeek ?? 2,
      dailyBudgetCents: held?.dailyBudgetCents ?? null,
      optOutText: held?.optOutText ?? 'STOP to opt out',
    };
  },
  valueOf: (values) => ({
    ...sharedValue(values),
    ...Object.fromEntries(OF_MARKETING.map((field) => [field, values[field]])),
  }),
  draw: (field, value) => (field === 'dailyBudgetCents' && typeof value === 'number' ? formatMoney(value) : undefined),
};

function Shared({ isMarketing }: { readonly isMarketing: boolean }) {
  const t = useText();
  const options = isMarketing ? marketingAccounts : everyAccount;
  return (
    <>
      <Switch name="isEnabled" />
      {PLACES.map((place) => (
        <div key={place} className="kp-pair">
          <Select name={`accountCode${place}`} options={options} isOptional={place > 1} />
          <Count name={`weight${place}`} unit="%" isOptional={place > 1} />
        </div>
      ))}
      <p className="kp-muted">{t('smsRoute.weightsHint')}</p>
      <div className="kp-pair">
        <Select name="failoverAccountCode" options={options} isOptional hint={t('smsRoute.failoverHint')} />
        <Count name="failoverAfterSeconds" hint={t('smsRoute.secondsHint')} />
      </div>
      <Text name="dailyCap" maxLength={8} hint={t('smsRoute.capHint')} />
    </>
  );
}

function Marketing() {
  const t = useText();
  return (
    <>
      <Shared isMarketing />
      <div className="kp-pair">
        <TimeOfDay name="windowStart" />
        <TimeOfDay name="windowEnd" hint={t('smsRoute.windowHint')} />
      </div>
      <div className="kp-pair">
        <Count name="perPhonePerDay" />
        <Count name="perPhonePerWeek" hint={t('smsRoute.weekHint')} />
      </div>
      <Money name="dailyBudgetCents" />
      <Text name="optOutText" maxLength={60} hint={t('smsRoute.optOutHint')} />
    </>
  );
}
