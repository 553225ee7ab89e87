import { useText } from '@kituo/sdk';
import { type Action, fieldsOf, FormDialog } from '@kituo/sdk/page';

/** Whom a test of a route goes to. */
export interface TestTo extends Record<string, unknown> {
  /** Empty: oneself. */
  readonly phone: string;
}
const { Phone } = fieldsOf<TestTo>();

/** A test goes to oneself, or to a test user. */
export function TestToForm<Row>({ action }: { readonly action: Action<Row, TestTo> }) {
  const t = useText();
  return (
    <FormDialog action={action} defaults={(): TestTo => ({ phone: '' })}>
      <p>{t('smsRoute.testText')}</p>
      <Phone name="phone" isOptional hint={t('smsRoute.testHint')} />
    </FormDialog>
  );
}
