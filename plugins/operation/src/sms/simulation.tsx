import { Callout, formatDateTime, useText } from '@kituo/sdk';
import { marketingSmsRoute, type ReplyOf, smsRoute } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDialog, merchantOptions, useAction } from '@kituo/sdk/page';
import { useState } from 'react';
import { SMS_ROUTE_KIND } from './sms-codes.ts';

type Plan = ReplyOf<typeof smsRoute.simulate>;
type Step = Plan['steps'][number];
interface SimulatedSms extends Record<string, unknown> {
  readonly smsKind: 'VERIFICATION' | 'SERVICE' | 'REMINDER' | 'COLLECTION';
  readonly merchantNo: string | null;
  readonly phone: string;
}
const { Phone, Select } = fieldsOf<SimulatedSms>();
const nothing = (): SimulatedSms => ({ smsKind: 'SERVICE', merchantNo: null, phone: '' });

/** Which way a text would take. The answer stays on the page until another one is asked for. */
export function useSimulation() {
  const [plan, setPlan] = useState<Plan | null>(null);
  const simulate = useAction({
    name: 'smsSimulate',
    endpoint: smsRoute.simulate,
    request: (_: null, values: SimulatedSms) => ({ ...values, merchantNo: values.merchantNo || null }),
    isSilent: () => true,
    onDone: setPlan,
  });
  return { simulate, plan };
}

/** The same of marketing texts. */
export function useMarketingSimulation() {
  const [plan, setPlan] = useState<Plan | null>(null);
  const simulate = useAction({
    name: 'smsSimulate',
    endpoint: marketingSmsRoute.simulate,
    request: (_: null, { merchantNo, phone }: SimulatedSms) => ({ merchantNo: merchantNo || null, phone }),
    isSilent: () => true,
    onDone: setPlan,
  });
  return { simulate, plan };
}

export function SimulationForm(props: { readonly action: Action<null, SimulatedSms>; readonly isMarketing?: boolean }) {
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={nothing}>
      {props.isMarketing !== true && <Select name="smsKind" options={SMS_ROUTE_KIND} />}
      <Phone name="phone" />
      <Select name="merchantNo" options={merchantOptions} isOptional hint={t('smsRoute.simulateMerchantHint')} />
    </FormDialog>
  );
}

/** Each place that the text would come to, in order, with what it would do there. */
export function SimulationResult({ plan }: { readonly plan: Plan | null }) {
  const t = useText();
  if (plan === null) return null;
  const { network, destination, smsKind, steps } = plan;
  const where = network === null ? t('smsRoute.smallNetwork') : t(`MOBILE_NETWORK.${network}`);
  return (
    <Callout icon={null} role="status" title={`${t(`SMS_KIND.${smsKind}`)} · ${destination} · ${where}`}>
      <ol className="kp-facts" aria-label={t('smsRoute.simulation')}>
        {steps.map((step) => (
          <li key={`${step.by} ${step.routeNo}`}>
            <StepText step={step} />
          </li>
        ))}
      </ol>
    </Callout>
  );
}

function StepText({ step: { by, routeNo, verdict, until, accounts } }: { readonly step: Step }) {
  const t = useText();
  const place = by === 'ROUTE' ? t('smsRoute.byRoute', { name: routeNo ?? '' }) : t(`smsRoute.by${by}`);
  const said = t(`SMS_VERDICT.${verdict}`, { until: until === null ? '' : formatDateTime(until) });
  return (
    <>
      <strong>{place}</strong>: {said}
      {accounts.length > 0 && (
        <ul>
          {accounts.map(({ accountCode, weight, state }) => (
            <li key={accountCode}>
              {accountCode}
              {by === 'ROUTE' && ` · ${weight === null ? t('smsRoute.failover') : `${weight}%`}`}
              {` · ${t(`SMS_ACCOUNT_STATE.${state}`)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
