import { eatDay, useText } from '@kituo/sdk';
import { type Action, fieldsOf, FormDialog, merchantOptions } from '@kituo/sdk/page';

export interface StatementValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly month: string;
}
const { Select, Text } = fieldsOf<StatementValues>();

/** The month that ended last: `2026-11`. */
const lastMonth = (): string => {
  const [year = 0, month = 1] = eatDay().split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};

/** A month's statement, by e-mail to its merchant. */
export function StatementForm(props: { readonly action: Action<null, StatementValues> }) {
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={(): StatementValues => ({ merchantNo: null, month: lastMonth() })}>
      <p>{props.action.textOf('effect')}</p>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="month" maxLength={7} hint={t('consumption.monthHint')} />
    </FormDialog>
  );
}
