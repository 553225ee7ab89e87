import { Allowed, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import { ActionButton, Ask, useAction } from '@kituo/sdk/page';

/** For emergencies: what servers and browsers keep of rights, menus and dictionaries is read again. */
export function ClearCache() {
  const t = useText();
  const clear = useAction({
    name: 'cacheClear',
    endpoint: dictionary.deleteCache,
    request: (_all: null) => ({}),
    list: { refresh: () => undefined },
  });
  return (
    <Allowed code="user:cache:delete">
      <ActionButton action={clear} subject={null} />
      <Ask action={clear} say={() => t('content.cacheText')} />
    </Allowed>
  );
}
