import { call, useText } from '@kituo/sdk';
import type { callTask } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDialog } from '@kituo/sdk/page';
import { CALLS_TEXTS } from './calls-texts.ts';

export interface SmsValues extends Record<string, unknown> {
  readonly templateNo: string | null;
}
const { Select } = fieldsOf<SmsValues>();

/**
 * Sends an approved text to one person: which of the merchant's.
 *
 * @example <SmsForm action={sms} endpoint={callTask.dialTasks.smsTexts} merchantNoOf={(row) => row.merchantNo} />
 */
export function SmsForm<Subject>(props: {
  readonly action: Action<Subject, SmsValues>;
  readonly endpoint: typeof callTask.dialTasks.smsTexts | typeof callTask.callingTasks.smsTexts;
  readonly merchantNoOf: (subject: Subject) => string;
}) {
  const t = useText(CALLS_TEXTS);
  const { action, endpoint, merchantNoOf } = props;
  return (
    <FormDialog action={action} defaults={(): SmsValues => ({ templateNo: null })}>
      {(subject) => {
        const merchantNo = merchantNoOf(subject);
        return (
          <Select
            name="templateNo"
            hint={t('calls.smsHint')}
            options={{
              kind: 'remote',
              name: `${endpoint.name} ${merchantNo}`,
              load: async (signal) => [...(await call(endpoint, { merchantNo }, { signal, quiet: true }))],
            }}
          />
        );
      }}
    </FormDialog>
  );
}
