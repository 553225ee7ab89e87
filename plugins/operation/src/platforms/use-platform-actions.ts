import { useText } from '@kituo/sdk';
import { change, partnerPlatform } from '@kituo/sdk/contracts';
import { type List, useAction } from '@kituo/sdk/page';
import { platformRequest, type PlatformRow, type PlatformValues } from './platform-fields.ts';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

/** What can be done with a partner; `onSecret` gets the new secret, which is shown once. */
export function usePlatformActions(
  list: List<PlatformRow>,
  onSecret: (made: { readonly name: string; readonly secret: string }) => void,
) {
  const t = useText();
  const waitsIn = change.changeFamilies.partnerPlatform;
  const refreshed = { refresh: list.refresh };
  const facts = ({ platformName: name }: PlatformRow) => ({ name });
  const stated = ({ platformCode }: PlatformRow, { reason }: Stated) => ({ platformCode, reason });
  const saving = {
    endpoint: partnerPlatform.save,
    request: (row: PlatformRow | null, values: PlatformValues) => platformRequest(row, values),
    list: refreshed,
    waitsIn,
    facts: (row: PlatformRow | null) => ({ name: row?.platformName ?? '' }),
  };
  const add = useAction({ ...saving, name: 'platformAdd' });
  const update = useAction({ ...saving, name: 'platformUpdate' });
  const enable = useAction({
    name: 'platformEnable',
    endpoint: partnerPlatform.enable,
    request: stated,
    list: refreshed,
    waitsIn,
    facts,
  });
  const disable = useAction({
    name: 'platformDisable',
    endpoint: partnerPlatform.disable,
    request: stated,
    list: refreshed,
    isDangerous: true,
    facts,
  });
  const rotateSecret = useAction({
    name: 'platformRotate',
    endpoint: partnerPlatform.rotateSecret,
    request: stated,
    list: refreshed,
    facts,
    onDone: ({ secret }, { platformName: name }) => {
      if (secret !== null) onSecret({ name, secret });
    },
  });
  const testCallback = useAction({
    name: 'platformTest',
    endpoint: partnerPlatform.testCallback,
    request: ({ platformCode }: PlatformRow) => ({ platformCode }),
    list: refreshed,
    facts: ({ platformName: name }, reply) => ({
      name,
      answer:
        reply === null || reply.isPassed ? t('platform.passed') : t('platform.notPassed', { fault: reply.fault ?? '' }),
    }),
  });
  return { add, update, enable, disable, rotateSecret, testCallback };
}
