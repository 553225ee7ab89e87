import { formatTime, useText } from '@kituo/sdk';
import { collectorPause } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import {
  ActionButton,
  Ask,
  defineDictionary,
  fieldsOf,
  FormDialog,
  useAction,
  useDetail,
  useRefreshOn,
} from '@kituo/sdk/page';
import { PHONE_TEXTS } from './phone-texts.ts';

const PAUSE_REASON = defineDictionary<CodesOf<typeof collectorPause.pauseReason>>('PAUSE_REASON', {
  BREAK: 'waiting',
  MEAL: 'waiting',
  MEETING: 'waiting',
  TRAINING: 'waiting',
  TECHNICAL: 'attention',
  OTHER: 'waiting',
});
interface Values extends Record<string, unknown> {
  readonly pauseReason: collectorPause.PauseReason;
}
const { Segmented } = fieldsOf<Values>();

/** Says that one is away from work, and since when; the first call ends it. */
export function OwnPause() {
  const t = useText(PHONE_TEXTS);
  const pause = useDetail(collectorPause.mine, {});
  useRefreshOn('changed', pause.refresh);
  const shared = { words: t, list: { refresh: pause.refresh } };
  const begin = useAction({
    ...shared,
    name: 'pauseBegin',
    endpoint: collectorPause.begin,
    request: (_nothing: null, values: Values) => values,
  });
  const end = useAction({
    ...shared,
    name: 'pauseEnd',
    endpoint: collectorPause.end,
    request: (_nothing: null) => ({}),
  });
  const { pauseReason = null, beganAt = null } = pause.data ?? {};
  if (pauseReason === null || beganAt === null) {
    return (
      <>
        <ActionButton action={begin} subject={null} />
        <FormDialog action={begin} defaults={(): Values => ({ pauseReason: 'BREAK' })}>
          <Segmented name="pauseReason" options={PAUSE_REASON} />
        </FormDialog>
      </>
    );
  }
  return (
    <>
      <span role="status">
        {t('phone.paused', { reason: t(`PAUSE_REASON.${pauseReason}`), at: formatTime(beganAt) })}
      </span>
      <ActionButton action={end} subject={null} />
      <Ask action={end} />
    </>
  );
}
