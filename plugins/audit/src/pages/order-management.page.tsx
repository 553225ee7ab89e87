import { useText } from '@kituo/sdk';

/** Every order within the scope, and where it stands. */
export function OrderManagementPage() {
  const t = useText();
  return <h1>{t('manage.title')}</h1>;
}
