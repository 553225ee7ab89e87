import { useText } from '@kituo/sdk';
import { change, merchantService, prepaid } from '@kituo/sdk/contracts';
import { type List, useAction } from '@kituo/sdk/page';
import { serviceOf, type ServiceValues } from './service.form.tsx';
import type { ServiceRow } from './service-fields.ts';

export interface WhyValues extends Record<string, unknown> {
  readonly reason: string;
}
export interface CreditValues extends WhyValues {
  readonly creditLineCents: number | null;
}

/** What can be done with a service account; `onKey` gets the new key, which is shown once. */
export function useServiceActions(
  list: List<ServiceRow>,
  onKey: (made: { readonly name: string; readonly secret: string }) => void,
) {
  const t = useText();
  const waitsIn = change.changeFamilies.merchantConfig;
  const refreshed = { refresh: list.refresh };
  const facts = ({ merchantName: name }: ServiceRow) => ({ name });
  const why = ({ merchantNo }: ServiceRow, { reason }: { readonly reason: string }) => ({ merchantNo, reason });
  const update = useAction({
    name: 'update',
    endpoint: merchantService.save,
    request: (row: ServiceRow, values: ServiceValues) => serviceOf(row, values),
    list: refreshed,
    waitsIn,
    facts,
  });
  const creditLine = useAction({
    name: 'creditLine',
    endpoint: prepaid.creditLine,
    request: ({ merchantNo }: ServiceRow, { creditLineCents, reason }: CreditValues) => ({
      merchantNo,
      creditLineCents: creditLineCents ?? Number.NaN,
      reason,
    }),
    list: refreshed,
    waitsIn,
    facts,
  });
  const enable = useAction({
    name: 'enable',
    endpoint: merchantService.enable,
    request: why,
    list: refreshed,
    waitsIn,
    facts,
  });
  const disable = useAction({
    name: 'disable',
    endpoint: merchantService.disable,
    request: why,
    list: refreshed,
    isDangerous: true,
    facts,
  });
  const rotateKey = useAction({
    name: 'rotateKey',
    endpoint: merchantService.rotateKey,
    request: why,
    list: refreshed,
    facts,
    onDone: ({ secret }, { merchantName: name }) => {
      if (secret !== null) onKey({ name, secret });
    },
  });
  const testCallback = useAction({
    name: 'testCallback',
    endpoint: merchantService.testCallback,
    request: ({ merchantNo }: ServiceRow) => ({ merchantNo }),
    list: refreshed,
    facts: ({ merchantName: name }, reply) => ({
      name,
      answer:
        reply === null || reply.isPassed ? t('service.passed') : t('service.notPassed', { fault: reply.fault ?? '' }),
    }),
  });
  return { update, creditLine, enable, disable, rotateKey, testCallback };
}
