import { Cell } from '../table/cell.tsx';
import type { Dictionary } from '../list/dictionary.ts';

/**
 * A code of a dictionary as a tag: its word in the colour of its meaning; '-' when there is none.
 *
 * @example <Status of={USER_STATUS} code={info.userStatus} />
 */
export function Status(props: { readonly of: Dictionary; readonly code: string | null | undefined }) {
  return <Cell value={{ kind: 'status', code: props.code ?? null, dictionary: props.of }} />;
}
