import { ActionButton, PlusIcon } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';

/** The primary action of a list: something new, from nothing. */
export function AddButton<Subject, Values>(props: { readonly action: Action<Subject | null, Values> }) {
  return <ActionButton action={props.action} subject={null} isPrimary icon={<PlusIcon aria-hidden title={false} />} />;
}
