import { Recording, useText } from '@kituo/sdk';
import { collection } from '@kituo/sdk/contracts';

/** A recording is its case's: each system has a right of its own to it. */
const RECORDINGS = { ORDER: collection.byOrder.recording, BILL: collection.byBill.recording } as const;

/**
 * What was said in a call about a case; listening is logged.
 *
 * @example <CaseRecording caseScope={row.caseScope} attemptId={row.attemptId} />
 */
export function CaseRecording(props: { readonly caseScope: 'ORDER' | 'BILL'; readonly attemptId: number }) {
  const t = useText();
  return (
    <Recording
      endpoint={RECORDINGS[props.caseScope]}
      request={{ attemptId: props.attemptId }}
      listen={t('monitor.listen')}
      label={t('monitor.recording')}
    />
  );
}
