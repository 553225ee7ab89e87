import { Recording, useText } from '@kituo/sdk';
import { collection } from '@kituo/sdk/contracts';
import type { RefObject } from 'react';

/** A recording is its case's: each system has a right of its own to it. */
const RECORDINGS = { ORDER: collection.byOrder.recording, BILL: collection.byBill.recording } as const;

/**
 * What was said in a call about a case; listening is logged.
 *
 * @example <CaseRecording caseScope={row.caseScope} attemptId={row.attemptId} />
 */
export function CaseRecording(props: {
  readonly caseScope: 'ORDER' | 'BILL';
  readonly attemptId: number;
  /** To jump in it; empty until it plays. */
  readonly sound?: RefObject<HTMLAudioElement | null>;
}) {
  const t = useText();
  return (
    <Recording
      endpoint={RECORDINGS[props.caseScope]}
      request={{ attemptId: props.attemptId }}
      listen={t('monitor.listen')}
      label={t('monitor.recording')}
      {...(props.sound && { sound: props.sound })}
    />
  );
}
