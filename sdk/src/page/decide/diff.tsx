import { Late } from '../parts/late-part.tsx';
import type { DiffProps } from './diff-table.tsx';
import { lateDecisions } from './late-decisions.ts';

/**
 * What changes, field by field: before and after, in the order of the form.
 *
 * @example <Diff before={row.before} after={row.after} order={['roleName', 'permissions']} wordOf={wordOf} />
 */
export function Diff(props: DiffProps) {
  return <Late late={lateDecisions}>{({ DiffTable }) => <DiffTable {...props} />}</Late>;
}
